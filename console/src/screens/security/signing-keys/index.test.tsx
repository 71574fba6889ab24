import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import type { Session } from "../../../platform/session/session.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { API, inDays, keyPair, refusal, type Served, serveKeyPairs } from "../../../test/keys/fakeServer.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import SigningKeys from "./index.tsx";

const soon = keyPair({
  id: "b",
  subjectDN: "CN=old.example.com",
  expires: inDays(3),
  keyAlgorithm: "EC",
  keySize: 256,
});
const auditor: Session = { ...administrator, auditor: true };
const NO_CRYPTO = "Your account does not have crypto admin privileges.";

async function opened(session: Session = administrator) {
  const view = await renderInConsole(() => <SigningKeys />, { page: paths.signingKeys, session });
  await screen.findByRole("heading", { level: 1, name: "Signing & Decryption Keys & Certificates" });
  return { user: userEvent.setup(), ...view };
}

async function rowOf(name: string) {
  return (await screen.findByRole("link", { name })).closest("tr") as HTMLElement;
}

async function choose(name: string, action: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await user.click(screen.getByRole("menuitem", { name: action }));
  return user;
}

const lastList = ({ calls }: Served) => calls.findLast((call) => call.startsWith("GET /keyPairs/signing?"));

describe("the list of key pairs", () => {
  it("shows what each certificate says, with a word for its state", async () => {
    serveKeyPairs(keyPair({ rotationSettings: { creationBufferDays: 9, activationBufferDays: 5 } }), soon);
    const { container } = await opened();
    const row = await rowOf("sso.example.com");
    for (const shown of ["Example, Ltd, DE", "40987", "RSA 2048", "in 100 days", "Valid", "Rotation on"]) {
      expect(within(row).getByText(shown)).toBeVisible();
    }
    expect(within(row).getByRole("link")).toHaveAttribute("href", expect.stringMatching(/certificates\/signing-1$/));
    expect(within(await rowOf("old.example.com")).getByText("Expires soon")).toBeVisible();
    await expectAccessible(container);
  });

  it("searches and sorts on the server", async () => {
    const served = serveKeyPairs(keyPair());
    const { user } = await opened();
    await rowOf("sso.example.com");
    await user.click(screen.getByRole("button", { name: "Subject" }));
    await waitFor(() => expect(lastList(served)).toContain("sortOrder=DESC"));
    await user.type(screen.getByRole("textbox", { name: /^Search by/ }), "40987");
    await waitFor(() => expect(lastList(served)).toContain("filter=40987"));
    expect(lastList(served)).toContain("sortOrder=DESC");
  });

  it("says what key pairs are for when there are none", async () => {
    serveKeyPairs();
    const { container } = await opened();
    expect(await screen.findByRole("heading", { name: "No key pairs" })).toBeVisible();
    await expectAccessible(container);
  });

  it("warns those without crypto rights, who may look and change nothing", async () => {
    serveKeyPairs(keyPair());
    await opened({ ...administrator, roles: new Set(["ADMINISTRATOR"]) });
    expect(screen.getByText(NO_CRYPTO)).toBeVisible();
    await rowOf("sso.example.com");
    expect(screen.queryByRole("link", { name: "Create new" })).not.toBeInTheDocument();
  });

  it("does not warn an auditor, who changes nothing either", async () => {
    serveKeyPairs(keyPair());
    await opened(auditor);
    await rowOf("sso.example.com");
    expect(screen.queryByText(NO_CRYPTO)).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Create new" })).not.toBeInTheDocument();
  });
});

describe("deleting", () => {
  it("asks, deletes what nothing uses, and says so", async () => {
    const served = serveKeyPairs(keyPair(), soon);
    const { baseElement } = await opened();
    const user = await choose("old.example.com", "Delete…");
    const dialog = await screen.findByRole("dialog", { name: /Delete old\.example\.com\?/ });
    expect(await within(dialog).findByText(/permanently removed from this server/)).toBeVisible();
    await expectAccessible(baseElement);
    await user.click(within(dialog).getByRole("button", { name: "Delete key pair" }));
    expect(await screen.findByText("old.example.com was deleted.")).toBeVisible();
    expect(served.calls).toContain("DELETE /keyPairs/signing/b");
    await waitFor(() => expect(screen.queryByRole("link", { name: "old.example.com" })).not.toBeInTheDocument());
  });

  it("is kept with Enter", async () => {
    const served = serveKeyPairs(keyPair());
    await opened();
    const user = await choose("sso.example.com", "Delete…");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByRole("button", { name: "Delete key pair" });
    await waitFor(() => expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(served.calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);
  });

  it("is refused while something uses it, and says what", async () => {
    const served = serveKeyPairs(keyPair());
    served.usages = [{ type: "Key Set", kind: "sets", id: "set-1", path: "signingKeys.rsaActiveCertRef" }];
    const { baseElement } = await opened();
    await choose("sso.example.com", "Delete…");
    const dialog = await screen.findByRole("dialog", { name: /sso\.example\.com cannot be deleted/ });
    expect(within(dialog).getByRole("listitem")).toHaveTextContent("set-1 Key Set");
    expect(within(dialog).queryByRole("button", { name: "Delete key pair" })).not.toBeInTheDocument();
    await expectAccessible(baseElement);
  });

  it("says what the server has against it", async () => {
    serveKeyPairs(keyPair());
    server.use(http.delete(`${API}/keyPairs/signing/:id`, () => refusal(422, "It is in use since a moment ago.")));
    await opened();
    const user = await choose("sso.example.com", "Delete…");
    await user.click(await screen.findByRole("button", { name: "Delete key pair" }));
    expect(await screen.findByText("It is in use since a moment ago.")).toBeVisible();
  });

  it("says so when it cannot be known what uses it", async () => {
    serveKeyPairs(keyPair());
    server.use(http.get(`${API}/internal/usedBy/*`, () => HttpResponse.json({ message: "Away." }, { status: 503 })));
    await opened();
    await choose("sso.example.com", "Delete…");
    expect(await screen.findByText("Away.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Delete key pair" })).not.toBeInTheDocument();
  });
});
