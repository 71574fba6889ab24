import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { refusal } from "../../../test/keys/fakeServer.ts";
import { serveTokenKeys } from "../../../test/keys/tokenKeys.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import OAuthKeys from "./index.tsx";

async function opened(settings?: ReturnType<typeof serveTokenKeys>["settings"], session = administrator) {
  const served = serveTokenKeys();
  if (settings) served.settings = settings;
  const view = await renderInConsole(() => <OAuthKeys />, { page: paths.oauthKeys, session });
  await screen.findByRole("heading", { name: "Decryption keys" });
  return { user: userEvent.setup(), served, ...view };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const save = () => button("Save");
const table = (name: string) => within(screen.getByRole("table", { name }));
const enable = () => screen.getByRole("switch", { name: "Enable static keys" });

describe("the server's own keys", () => {
  it("require an active RSA certificate while static keys are enabled", async () => {
    const { user, served } = await opened({ staticJwksEnabled: false });
    expect(enable()).not.toBeChecked();
    expect(save()).toHaveAccessibleDescription("No changes yet.");
    await user.click(enable());
    expect(save()).toHaveAccessibleDescription("Choose an active RSA certificate for signing.");
    await user.click(table("Signing keys").getByLabelText(/^RSA: Active certificate/, { selector: "button" }));
    await user.click(await screen.findByRole("option", { name: /^Tokens 2026/ }));
    await user.click(save());
    await waitFor(() => expect(served.bodies).toHaveLength(1));
    const chosen = { rsaActiveCertRef: { id: "rsa-1" }, rsaActiveKeyId: "qgE" };
    expect(served.bodies).toEqual([{ staticJwksEnabled: true, ...chosen }]);
    expect(served.etags).toEqual(['"7"']);
    expect(await screen.findByText("Settings saved.")).toBeVisible();
  });

  it("can be chosen for decryption, and in advance", async () => {
    const kept = { publishDynamicKeyX5cs: true, dynamicKeyCertificateInformation: { organization: "ACME" } };
    const { user, served, container } = await opened({ staticJwksEnabled: false, ...kept });
    await user.click(table("Decryption keys").getByLabelText(/^P-256: Active certificate/, { selector: "button" }));
    await user.click(await screen.findByRole("option", { name: /^Curve/ }));
    await expectAccessible(container);
    await user.click(save());
    await waitFor(() => expect(served.bodies).toHaveLength(1));
    const chosen = { p256DecryptionActiveCertRef: { id: "p256-1" }, p256DecryptionActiveKeyId: "qgM" };
    expect(served.bodies).toEqual([{ staticJwksEnabled: false, ...chosen, ...kept }]);
  });

  it("explain the effect of disabling static keys, and keep the choices", async () => {
    const { user, served } = await opened();
    await user.click(enable());
    expect(screen.getByText(/Token Signing Keys do not apply/)).toBeVisible();
    await user.click(button("Cancel"));
    expect(enable()).toBeChecked();
    await user.click(enable());
    await user.click(save());
    await waitFor(() => expect(served.bodies).toEqual([{ ...served.settings, staticJwksEnabled: false }]));
    expect(served.settings.rsaActiveCertRef).toEqual({ id: "rsa-2" });
  });

  it("show the server's errors at their cells, each with its table", async () => {
    const { user, served, container } = await opened();
    await user.type(table("Signing keys").getByLabelText("RSA: Active Key ID"), "2");
    served.refuse = () => refusal(422, "x", { rsaActiveKeyId: "Twice.", rsaDecryptionActiveCertRef: "Unfit." });
    await user.click(save());
    expect(await screen.findByText("RSA: Active Key ID (signing): Twice.")).toBeVisible();
    expect(screen.getByText("RSA: Active certificate (decryption): Unfit.")).toBeVisible();
    expect(table("Signing keys").getByLabelText("RSA: Active Key ID")).toHaveAccessibleDescription("Twice.");
    await expectAccessible(container);
  });

  it("show both sides of a conflict", async () => {
    const { user, served } = await opened();
    await user.type(table("Signing keys").getByLabelText("RSA: Active Key ID"), "2");
    const current = { ...served.settings, staticJwksEnabled: false };
    served.refuse = () =>
      HttpResponse.json({ resultId: "conflict", message: "x", current, revision: 9 }, { status: 409 });
    await user.click(save());
    const dialog = await screen.findByRole("dialog", { name: /Another administrator saved/ });
    expect(within(dialog).getByRole("row", { name: "Enable static keys On Off" })).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Overwrite with my changes" }));
    await waitFor(() => expect(served.etags).toEqual(['"7"', '"9"']));
  });

  it("are read-only text for an auditor", async () => {
    const { container } = await opened(undefined, { ...administrator, auditor: true });
    expect(enable()).toBeDisabled();
    expect(await screen.findByText("Tokens 2025")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Save|Cancel|certificate/ })).not.toBeInTheDocument();
    await expectAccessible(container);
  });
});
