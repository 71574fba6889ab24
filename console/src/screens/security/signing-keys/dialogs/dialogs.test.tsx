import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../../../paths.ts";
import type { Session } from "../../../../platform/session/session.ts";
import * as saving from "../../../../platform/ui/saveFile.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { API, keyPair, refusal, type Served, serveKeyPairs } from "../../../../test/keys/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { server } from "../../../../test/server.ts";
import SigningKeys from "../index.tsx";
import { fileNameOf, isTooLarge } from "./files.ts";

const PASSWORD = "correct horse battery";
const PEM = "-----BEGIN CERTIFICATE-----";
let saved: { name: string; text: string }[];
let served: Served;

beforeEach(() => {
  saved = [];
  vi.spyOn(saving, "saveFile").mockImplementation((name, content) => {
    void content.text().then((text) => saved.push({ name, text }));
  });
  served = serveKeyPairs(keyPair());
  const file = () => new HttpResponse(PEM);
  server.use(
    http.get(`${API}/keyPairs/signing/:id/certificate`, file),
    http.get(`${API}/keyPairs/signing/:id/csr`, file),
    ...["import", ":id/pkcs12", ":id/pem", ":id/csr"].map((path) =>
      http.post(`${API}/keyPairs/signing/${path}`, async ({ request }) => {
        served.bodies.push(await request.json());
        return path === "import" || path === ":id/csr" ? HttpResponse.json(keyPair()) : file();
      }),
    ),
  );
});

function refusing(path: string, fields: Record<string, string>, message = "No.") {
  server.use(http.post(`${API}/keyPairs/signing/${path}`, () => refusal(422, message, fields)));
}

async function opened(session: Session = administrator) {
  const view = await renderInConsole(() => <SigningKeys />, { page: paths.signingKeys, session });
  await screen.findByRole("link", { name: "sso.example.com" });
  return { user: userEvent.setup(), ...view };
}

async function menu(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "Actions for sso.example.com" }));
}

async function started(action: string) {
  const view = await opened();
  await menu(view.user);
  await view.user.click(screen.getByRole("menuitem", { name: action }));
  return view;
}

async function upload(file: File) {
  const input = (await screen.findByRole("dialog")).querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, file);
}

const button = (name: string) => screen.getByRole("button", { name });

describe("what a dialog does", () => {
  it.each([
    ["Delete…", "Delete key pair", "DELETE"],
    ["Import signed certificate…", "Import certificate", "POST"],
  ])("%s carries the revision at which it was opened", async (action, verb, method) => {
    const seen: (string | null)[] = [];
    server.use(
      http.get(`${API}/keyPairs/signing/:id`, () => HttpResponse.json(keyPair(), { headers: { ETag: '"7"' } })),
      http.all(`${API}/keyPairs/signing/signing-1{/csr}?`, ({ request }) => {
        if (request.method === "GET") return undefined;
        seen.push(`${request.method} ${request.headers.get("If-Match")}`);
        return HttpResponse.json({ resultId: "conflict", message: "Changed meanwhile." }, { status: 409 });
      }),
    );
    const { user } = await started(action);
    await screen.findByRole("dialog");
    if (method === "POST") await upload(new File([PEM], "a.crt"));
    await user.click(await screen.findByRole("button", { name: verb }));
    expect(await screen.findByText("Changed meanwhile.")).toBeVisible();
    expect(seen).toEqual([`${method} "7"`]);
  });
});

describe("downloads", () => {
  it.each([
    ["Download certificate", "certificate", "sso.example.com.crt"],
    ["Download signing request", "csr", "sso.example.com.csr"],
  ])("%s", async (action, path, name) => {
    await started(action);
    await waitFor(() => expect(saved).toEqual([{ name, text: PEM }]));
    expect(served.calls).toContain(`GET /keyPairs/signing/signing-1/${path}`);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("are all that somebody gets who may only look", async () => {
    const { user } = await opened({ ...administrator, auditor: true });
    expect(screen.queryByRole("button", { name: "Import…" })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Create new" })).not.toBeInTheDocument();
    await menu(user);
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "Download certificate",
      "Download signing request",
    ]);
  });

  it("that fail say so", async () => {
    server.use(http.get(`${API}/keyPairs/signing/:id/certificate`, () => refusal(404, "It is gone.")));
    await started("Download certificate");
    expect(await screen.findByText("It is gone.")).toBeVisible();
    expect(saved).toEqual([]);
  });
});

describe("exporting with the private key", () => {
  it.each([
    ["PKCS #12", "pkcs12", "sso.example.com.p12"],
    ["PEM", "pem", "sso.example.com.pem"],
  ])("as %s", async (format, path, name) => {
    const { user, baseElement } = await started("Export with private key…");
    const dialog = await screen.findByRole("dialog", { name: "Export sso.example.com with its private key" });
    await expectAccessible(baseElement);
    await user.click(within(dialog).getByRole("radio", { name: format }));
    await user.type(within(dialog).getByLabelText(/^Password for the file/), PASSWORD);
    await user.type(within(dialog).getByLabelText(/^Repeat the password/), PASSWORD);
    await user.click(button("Export private key"));
    await waitFor(() => expect(saved).toEqual([{ name, text: PEM }]));
    expect(served.bodies).toEqual([{ password: PASSWORD }]);
    expect(served.calls).toContain(`POST /keyPairs/signing/signing-1/${path}`);
    expect(await screen.findByText("sso.example.com was exported.")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("asks for a long password, twice", async () => {
    const { user, baseElement } = await started("Export with private key…");
    await user.type(await screen.findByLabelText(/^Password for the file/), "thirteen char");
    await user.type(screen.getByLabelText(/^Repeat the password/), "another");
    await user.click(button("Export private key"));
    expect(screen.getByLabelText(/^Password for the file/)).toHaveAccessibleDescription("Enter 14 to 256 characters.");
    expect(screen.getByLabelText(/^Repeat the password/)).toHaveAccessibleDescription("The passwords do not match.");
    await expectAccessible(baseElement);
    expect(served.bodies).toEqual([]);
    expect(saved).toEqual([]);
  });

  it("brings what the server has against the password to its field", async () => {
    refusing(":id/pkcs12", { password: "This must not contain emoji." });
    const { user } = await started("Export with private key…");
    await user.type(await screen.findByLabelText(/^Password for the file/), PASSWORD);
    await user.type(screen.getByLabelText(/^Repeat the password/), PASSWORD);
    await user.click(button("Export private key"));
    expect(await screen.findByText("This must not contain emoji.")).toBeVisible();
    expect(saved).toEqual([]);
  });
});

describe("importing", () => {
  async function importing() {
    const view = await opened();
    await view.user.click(button("Import…"));
    await screen.findByRole("dialog", { name: "Import a key pair" });
    return view;
  }

  it("sends the file in base64 with its password", async () => {
    const { user, baseElement } = await importing();
    await upload(new File(["key ä"], "server.p12"));
    await user.type(screen.getByLabelText("Password of the file"), " secret ");
    await user.type(screen.getByLabelText("ID for the key pair"), "mine");
    await expectAccessible(baseElement);
    await user.click(button("Import key pair"));
    expect(await screen.findByText("sso.example.com was imported.")).toBeVisible();
    expect(served.bodies).toEqual([{ fileData: "a2V5IMOk", password: " secret ", id: "mine" }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("leaves out what was left empty", async () => {
    const { user } = await importing();
    await upload(new File(["x"], "server.pem"));
    await user.click(button("Import key pair"));
    await waitFor(() => expect(served.bodies).toEqual([{ fileData: "eA==", password: "", id: null }]));
  });

  it("refuses no file and one that is too large", async () => {
    const { user } = await importing();
    await user.click(button("Import key pair"));
    expect(await screen.findByText("Choose a file.")).toBeVisible();
    await upload(new File(["x".repeat(58 * 1024 + 1)], "large.p12"));
    expect(await screen.findByText("The file is larger than 58 KB.")).toBeVisible();
    await user.click(button("Import key pair"));
    expect(served.bodies).toEqual([]);
    expect(isTooLarge(new File(["x".repeat(58 * 1024)], "just.p12"))).toBe(false);
  });

  it("tells each finding where it belongs, and the rest above", async () => {
    refusing("import", { fileData: "There is no private key.", password: "It is wrong.", id: "Taken.", "": "Moon." });
    const { user, baseElement } = await importing();
    await upload(new File(["x"], "server.p12"));
    await user.click(button("Import key pair"));
    for (const text of ["There is no private key.", "It is wrong.", "Taken.", "Moon."]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(screen.getByLabelText("Password of the file")).toHaveAccessibleDescription("It is wrong.");
    await expectAccessible(baseElement);
  });
});

describe("the answer of an authority", () => {
  it("replaces the certificate", async () => {
    const { user, baseElement } = await started("Import signed certificate…");
    await screen.findByRole("dialog", { name: "Import the certificate for sso.example.com" });
    await expectAccessible(baseElement);
    await upload(new File(["x"], "answer.pem"));
    await user.click(button("Import certificate"));
    expect(await screen.findByText("The certificate of sso.example.com was replaced.")).toBeVisible();
    expect(served.bodies).toEqual([{ fileData: "eA==" }]);
    expect(served.calls).toContain("POST /keyPairs/signing/signing-1/csr");
  });

  it("is refused when it belongs to another key", async () => {
    refusing(":id/csr", { fileData: "The certificate does not belong to this key pair." });
    const { user } = await started("Import signed certificate…");
    await screen.findByRole("dialog");
    await upload(new File(["x"], "answer.pem"));
    await user.click(button("Import certificate"));
    expect(await screen.findByText("The certificate does not belong to this key pair.")).toBeVisible();
  });
});

it("names files so that every system can store them", () => {
  expect(fileNameOf(keyPair({ subjectDN: "CN=../Lübeck: a\\, b" }), "p12")).toBe("Lübeck_a_b.p12");
  expect(fileNameOf(keyPair({ subjectDN: "CN=.." }), "crt")).toBe("signing-1.crt");
});
