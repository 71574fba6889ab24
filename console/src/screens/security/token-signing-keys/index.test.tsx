import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { keySet, serveTokenKeys } from "../../../test/keys/tokenKeys.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import TokenSigningKeys from "./index.tsx";

const REQUIRES = "Token Signing Keys requires OAuth and OpenID Connect static keys to be enabled.";
const auditor = { ...administrator, roles: new Set<string>(), auditor: true };

async function opened(parts: Parameters<typeof renderInConsole>[1] = {}) {
  const view = await renderInConsole(() => <TokenSigningKeys />, { page: paths.tokenSigningKeys, ...parts });
  return { user: userEvent.setup(), ...view };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const card = (name: string) => screen.findByRole("region", { name });

describe("the list of key sets", () => {
  it("shows issuers and active keys of each", async () => {
    const served = serveTokenKeys({ ...keySet("Lübeck", "Lübeck", "Bremen"), description: "At the Trave" });
    const { container } = await opened();
    const found = await card("Lübeck");
    expect(await within(found).findByText("Lübeck AG")).toBeVisible();
    expect(within(found).getByText("Bremen AG")).toBeVisible();
    expect(await within(found).findByText("Tokens 2026")).toBeVisible();
    expect(within(found).getByText("Lübeck 2026")).toBeVisible();
    expect(within(found).getByText("At the Trave")).toBeVisible();
    expect(screen.queryByText(REQUIRES)).not.toBeInTheDocument();
    // The names of all referenced items are loaded with two calls, however many there are.
    expect(served.calls.filter((call) => call.includes("ids="))).toHaveLength(2);
    await expectAccessible(container);
  });

  it("names some of many issuers", async () => {
    serveTokenKeys(keySet("All", ...Array.from({ length: 1000 }, (_, index) => `i-${index}`)));
    await opened();
    expect(await within(await card("All")).findByText("994 more")).toBeVisible();
  });

  it("warns while static keys are disabled", async () => {
    serveTokenKeys().settings = { staticJwksEnabled: false };
    const { container } = await opened();
    expect(await screen.findByText(REQUIRES)).toBeVisible();
    expect(screen.getByRole("link", { name: "OAuth & OpenID Connect Keys" })).toHaveAttribute(
      "href",
      "/security/certificate-and-key-management/oauth-openid-connect-keys",
    );
    await expectAccessible(container);
  });

  it("shows an auditor everything, read-only", async () => {
    serveTokenKeys(keySet("Lübeck", "Lübeck"));
    const { container } = await opened({ session: auditor });
    await card("Lübeck");
    expect(screen.queryByRole("button", { name: /Add|Edit|Delete/ })).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("explains key sets when there is none, and offers an auditor no button", async () => {
    serveTokenKeys();
    await opened({ session: auditor });
    expect(await screen.findByRole("heading", { name: "No key sets" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Key Set" })).not.toBeInTheDocument();
  });
});

describe("deleting a key set", () => {
  it("names the issuers that return to the default keys, and Enter does not delete", async () => {
    const served = serveTokenKeys(keySet("Lübeck", "Lübeck", "Bremen"));
    const { user, container } = await opened();
    await card("Lübeck");
    await user.click(button("Delete Lübeck"));
    const dialog = screen.getByRole("dialog", { name: /Delete Lübeck\?/ });
    expect(
      await within(dialog).findByText(
        /Its 2 issuers will sign with the OAuth & OpenID Connect Keys of the server again/,
      ),
    ).toBeVisible();
    expect(await within(dialog).findByRole("link", { name: "Bremen AG" })).toHaveAttribute(
      "href",
      "/system/oauth-settings/virtual-issuers/edit/Bremen",
    );
    expect(button("Cancel")).toHaveFocus();
    await expectAccessible(container);
    await user.click(button("Delete key set"));
    expect(await screen.findByText("Lübeck was deleted.")).toBeVisible();
    expect(served.calls).toContain("DELETE /keyPairs/oauthOpenIdConnect/additionalKeySets/l%C3%BCbeck");
    expect(await screen.findByRole("heading", { name: "No key sets" })).toBeVisible();
  });
});

describe("deleting a key set that fails", () => {
  it("is explained even if the server gives no reason", async () => {
    serveTokenKeys(keySet("Bremen", "Bremen"));
    server.use(
      http.delete(
        "*/additionalKeySets/:id",
        () => new HttpResponse(null, { status: 500, statusText: "Internal Server Error" }),
      ),
    );
    const { user } = await opened();
    await card("Bremen");
    await user.click(button("Delete Bremen"));
    await user.click(await screen.findByRole("button", { name: "Delete key set" }));
    const dialog = screen.getByRole("dialog", { name: /Delete Bremen\?/ });
    expect(await within(dialog).findByText(/did not say why \(status 500\)/)).toBeVisible();
    expect(screen.queryByText(/Internal Server Error/)).not.toBeInTheDocument();
  });
});

describe("the popup", () => {
  async function popup() {
    const served = serveTokenKeys(keySet("Bremen", "Bremen"));
    const view = await opened();
    await card("Bremen");
    await view.user.click(button("Add Key Set"));
    // The popup is loaded when it is needed, and moves the focus when it opens.
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Name/ });
    await waitFor(() => expect(name).toHaveFocus());
    const id = screen.getByRole<HTMLInputElement>("textbox", { name: /^ID/ });
    return { served, name, id, ...view };
  }

  it("suggests an ID of 26 letters and digits", async () => {
    const { id, container } = await popup();
    expect(id.value).toMatch(/^[A-Za-z0-9]{26}$/);
    await expectAccessible(container);
  });

  it.each([
    ["", "x", "name", "The name is required."],
    [" ", "x", "name", "The name is required."],
    ["BREMEN", "x", "name", "name is already in-use."],
    ["New", "bremen", "id", "ID is already in-use."],
    ["New", "a/b", "id", "The ID can only contain alphanumeric characters, dash, dot and underscore."],
    ["New", "x".repeat(34), "id", "The ID can have at most 33 characters."],
    ["New", "", "id", "The ID is required."],
  ] as const)("refuses the name %j with the ID %j", async (newName, newId, field, message) => {
    const { user, name, id, container } = await popup();
    if (newName) await user.type(name, newName);
    await user.clear(id);
    if (newId) await user.type(id, newId);
    await user.click(button("Next"));
    const wrong = { name, id }[field];
    await waitFor(() => expect(wrong).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(wrong).toHaveFocus();
    expect(within(screen.getByRole("list", { name: "Messages", hidden: true })).getByText(message)).toBeVisible();
    await expectAccessible(container);
  });

  it("removes the message of a refused input with the next try, and with Cancel", async () => {
    const { user, name } = await popup();
    const shown = () =>
      screen.queryByRole("list", { name: "Messages", hidden: true })?.textContent?.replace(/Danger alert:/g, "") ?? "";
    await user.click(button("Next"));
    await waitFor(() => expect(shown()).toContain("The name is required."));
    await user.type(name, "BREMEN");
    await user.click(button("Next"));
    await waitFor(() => expect(shown()).toContain("name is already in-use."));
    expect(shown()).not.toContain("The name is required.");
    await user.click(button("Cancel"));
    await waitFor(() => expect(shown()).toBe(""));
  });

  it("passes the input to the form", async () => {
    const { user, name, id, router } = await popup();
    const entered = id.value;
    await user.type(name, " New ");
    await user.type(screen.getByRole("textbox", { name: "Description" }), "At sea");
    await user.keyboard("{Tab}{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toMatch(/token-signing-keys\/add$/));
    expect(router.state.location.state).toMatchObject({
      keySet: { id: entered, name: "New", description: "At sea" },
    });
  });

  it("does not change the ID of an existing key set and accepts its own name", async () => {
    serveTokenKeys(keySet("Bremen", "Bremen"));
    const { user, router } = await opened();
    await card("Bremen");
    await user.click(button("Edit Bremen"));
    expect(screen.getByRole("dialog", { name: "Edit Key Set" })).toBeVisible();
    expect(screen.getByRole("textbox", { name: /^ID/ })).toHaveAttribute("readonly");
    await user.click(button("Next"));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/token-signing-keys\/edit\/bremen$/));
  });
});
