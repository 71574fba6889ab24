import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { refusal } from "../../../../test/keys/fakeServer.ts";
import { keySet, serveTokenKeys } from "../../../../test/keys/tokenKeys.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { KeySetEditor } from "./index.tsx";
import { KeySetForm } from "./KeySetForm.tsx";

const DETAILS = { id: "new", name: "New", description: "" };
const WITH_ISSUER = { ...keySet("Bremen", "Bremen") };

async function adding(details: typeof DETAILS | null = DETAILS) {
  const view = await renderInConsole(() => <KeySetForm details={details ?? undefined} />, { page: paths.addKeySet });
  await screen.findByText("Signing keys");
  return { user: userEvent.setup(), ...view };
}

async function editing(parts: Parameters<typeof renderInConsole>[1] = {}) {
  const view = await renderInConsole(() => <KeySetEditor id="bremen" details={undefined} />, {
    page: paths.editKeySet,
    ...parts,
  });
  await screen.findByText("Bremen AG");
  await screen.findByText("Tokens 2026");
  return { user: userEvent.setup(), ...view };
}

type User = ReturnType<typeof userEvent.setup>;
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const save = () => button("Save");
// By label: finding controls by role and name in this large table takes far longer.
const keyId = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: "input, textarea" });
const toggle = (name: RegExp) => screen.getByLabelText(name, { selector: "button" });

async function pickIssuer(user: User, name: RegExp) {
  await user.click(toggle(/^Issuers/));
  await user.click(await screen.findByRole("checkbox", { name }));
  await user.keyboard("{Escape}");
}

async function pickCertificate(user: User, place: RegExp, name: RegExp) {
  await user.click(toggle(place));
  await user.click(await screen.findByRole("option", { name }));
}

describe("a new key set", () => {
  it("requires an issuer and an active RSA certificate, and is sent as chosen", async () => {
    const served = serveTokenKeys();
    const { user, container, router } = await adding();
    expect(save()).toHaveAccessibleDescription("Choose at least one issuer and an active RSA certificate.");
    await pickIssuer(user, /^Rostock AG/);
    expect(save()).toHaveAccessibleDescription("Choose an active RSA certificate.");
    await pickCertificate(user, /^RSA: Active certificate/, /^Tokens 2025/);
    expect(keyId("RSA: Active Key ID")).toHaveValue("qgI");
    await expectAccessible(container);
    await user.click(save());
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(served.bodies).toEqual([
      {
        id: "new",
        name: "New",
        issuers: [{ id: "Rostock" }],
        signingKeys: { rsaActiveCertRef: { id: "rsa-2" }, rsaActiveKeyId: "qgI" },
      },
    ]);
    await waitFor(() => expect(router.state.location.pathname).toMatch(/token-signing-keys$/));
  });

  it("starts with the popup when its address is opened, and returns to the list without it", async () => {
    serveTokenKeys();
    const { user, router } = await adding(null);
    // The popup is loaded when it is needed.
    const dialog = await screen.findByRole("dialog", { name: "Add Key Set" });
    expect(dialog).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/token-signing-keys$/));
  });

  it("opens the popup for the server's errors in it, and shows them as a message", async () => {
    const served = serveTokenKeys();
    const { user } = await adding();
    await pickIssuer(user, /^Rostock AG/);
    await pickCertificate(user, /^RSA: Active certificate/, /^Tokens 2025/);
    served.refuse = () => refusal(422, "x", { name: "name is already in-use." });
    await user.click(save());
    const dialog = await screen.findByRole("dialog", { name: "Add Key Set" });
    expect(within(dialog).getByRole("textbox", { name: /^Name/ })).toHaveAccessibleDescription(
      expect.stringContaining("name is already in-use."),
    );
    expect(
      within(screen.getByRole("list", { name: "Messages", hidden: true })).getByText("name is already in-use."),
    ).toBeVisible();
    await user.type(within(dialog).getByRole("textbox", { name: /^Name/ }), "er");
    await user.click(within(dialog).getByRole("button", { name: "Next" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    // The popup's own form did not submit the form around it.
    expect(served.bodies).toHaveLength(1);
    await user.click(save());
    await waitFor(() => expect(served.bodies.at(-1)).toMatchObject({ name: "Newer" }));
  });

  it("explains how to create issuers when there is none", async () => {
    serveTokenKeys().issuers = [];
    const { container } = await adding();
    expect(await screen.findByText("There are no virtual issuers")).toBeVisible();
    const link = screen.getByRole("link", { name: "list of virtual issuers" });
    expect(link).toHaveAttribute("href", "/system/oauth-settings/virtual-issuers");
    await expectAccessible(container);
  });

  it("links to the certificate pages when none matches", async () => {
    serveTokenKeys();
    const { user, container } = await adding();
    await user.click(toggle(/^P-521: Active certificate/));
    expect(
      await screen.findByText("There is no EC certificate on the P-521 curve without rotation settings."),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Create or import a certificate" })).toBeVisible();
    await expectAccessible(container);
  });
});

describe("an existing key set", () => {
  it("offers its own issuers and those without another key set, searched by the server", async () => {
    const served = serveTokenKeys(WITH_ISSUER, keySet("Other", "Lübeck"));
    const { user } = await editing();
    await user.click(toggle(/^Issuers/));
    await screen.findByRole("checkbox", { name: /^Rostock AG/ });
    expect(screen.getAllByRole("checkbox", { name: /AG/ })).toHaveLength(2);
    expect(screen.getByRole("checkbox", { name: /^Bremen AG/ })).toBeChecked();
    await user.type(screen.getByRole("textbox", { name: "Search issuers" }), "rost{Enter}");
    await waitFor(() => expect(screen.getAllByRole("checkbox", { name: /AG/ })).toHaveLength(1));
    expect(served.calls.at(-1)).toBe(
      "GET /oauth/issuers?filter=rost&page=1&numberPerPage=50&unusedBy=keyPairs%2FoauthOpenIdConnect%2FadditionalKeySets&orUsedBy=bremen",
    );
    // Enter in the search does not submit the form.
    expect(served.bodies).toEqual([]);
  });

  it("has key IDs of its own and for RSA algorithms, and drops empty ones", async () => {
    const served = serveTokenKeys(WITH_ISSUER);
    const { user, container } = await editing();
    await user.clear(keyId("RSA: Active Key ID"));
    expect(keyId("RSA: Active Key ID")).toHaveAccessibleDescription("Enter a key ID.");
    expect(save()).toHaveAccessibleDescription("Enter a key ID for each certificate.");
    await user.type(keyId("RSA: Active Key ID"), "26");
    await user.click(keyId("RSA: Publish x5c"));
    await user.click(button(/^Key IDs of RSA algorithms/));
    await user.type(keyId("PS256: Active Key ID"), "ps");
    expect(screen.queryByLabelText("PS256: Previous Key ID")).not.toBeInTheDocument();
    await expectAccessible(container);
    await user.click(save());
    await waitFor(() => expect(served.bodies).toHaveLength(1));
    expect(served.bodies[0]).toMatchObject({
      signingKeys: {
        rsaActiveKeyId: "26",
        rsaAlgorithmActiveKeyIds: [{ rsaAlgType: "PS256", keyId: "ps" }],
        rsaPublishX5cParameter: true,
      },
    });
  });

  it("is saved with its revision, and only if something changed", async () => {
    const served = serveTokenKeys(WITH_ISSUER);
    const { user } = await editing();
    expect(save()).toHaveAccessibleDescription("No changes yet.");
    await pickIssuer(user, /^Rostock AG/);
    await user.click(button("Remove Bremen AG"));
    await user.click(save());
    await waitFor(() => expect(served.etags).toEqual(['"7"']));
    expect(served.bodies).toEqual([{ ...WITH_ISSUER, issuers: [{ id: "Rostock" }] }]);
  });

  it("shows the server's errors at their cells and in the summary", async () => {
    const served = serveTokenKeys(WITH_ISSUER);
    const { user, container } = await editing();
    await pickCertificate(user, /^P-256: Active certificate/, /^Curve/);
    served.refuse = () =>
      refusal(422, "x", {
        "signingKeys.p256ActiveCertRef": "Unfit.",
        "signingKeys.rsaActiveKeyId": "Twice.",
        "issuers[0]": "Used.",
      });
    await user.click(save());
    expect(await screen.findByText("P-256: Active certificate: Unfit.")).toBeVisible();
    expect(toggle(/^P-256: Active certificate/)).toHaveAccessibleDescription("Unfit.");
    expect(keyId("RSA: Active Key ID")).toHaveAccessibleDescription("Twice.");
    expect(toggle(/^Issuers/)).toHaveAccessibleDescription(expect.stringContaining("Bremen AG: Used."));
    await expectAccessible(container);
    await user.type(keyId("RSA: Active Key ID"), "x");
    expect(keyId("RSA: Active Key ID")).not.toHaveAccessibleDescription("Twice.");
  });

  it("shows both sides of a conflict as text, and can continue with the other side", async () => {
    const served = serveTokenKeys(WITH_ISSUER);
    const { user } = await editing();
    await pickIssuer(user, /^Rostock AG/);
    const theirs = { ...WITH_ISSUER, signingKeys: { rsaActiveCertRef: { id: "rsa-2" }, rsaActiveKeyId: "theirs" } };
    served.refuse = () =>
      HttpResponse.json({ resultId: "conflict", message: "x", current: theirs, revision: 9 }, { status: 409 });
    await user.click(save());
    const dialog = await screen.findByRole("dialog", { name: /Another administrator saved/ });
    expect(within(dialog).getByRole("row", { name: /^Issuers Bremen AG, Rostock AG Bremen AG/ })).toBeVisible();
    expect(
      await within(dialog).findByRole("row", { name: /^RSA: Active certificate Tokens 2026 Tokens 2025/ }),
    ).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Discard my changes and load the stored version" }));
    await waitFor(() => expect(keyId("RSA: Active Key ID")).toHaveValue("theirs"));
    expect(screen.queryByRole("button", { name: "Remove Rostock AG" })).not.toBeInTheDocument();
  });

  it("asks about unsaved changes", async () => {
    serveTokenKeys(WITH_ISSUER);
    const { user, router } = await editing();
    await pickIssuer(user, /^Rostock AG/);
    void router.navigate({ to: "/other" as never });
    expect(await screen.findByRole("dialog", { name: /Leave without saving/ })).toBeVisible();
  });

  it("is read-only text for an auditor", async () => {
    serveTokenKeys(WITH_ISSUER);
    const { container } = await editing({ session: { ...administrator, auditor: true } });
    expect(screen.getByText("Bremen 2026")).toBeVisible();
    expect(
      screen.queryByRole("button", { name: /Save|Cancel|Edit|Remove|certificate|Issuers/ }),
    ).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("reports that it does not exist", async () => {
    serveTokenKeys();
    await renderInConsole(() => <KeySetEditor id="gone" details={undefined} />, { page: paths.editKeySet });
    expect(await screen.findByText("Not there.")).toBeVisible();
  });
});
