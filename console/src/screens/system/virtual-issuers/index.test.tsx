import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { issuer, serveIssuers } from "../../../test/issuers/fakeServer.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import VirtualIssuers from "./index.tsx";

const IN_USE = "Virtual Issuer instance is in use and cannot be deleted.";
const KEY_SET = {
  type: "Token Signing Keys",
  kind: "keyPairs/oauthOpenIdConnect/additionalKeySets",
  id: "set-1",
  name: "Bank keys",
  path: "issuers[0].id",
  page: "/security/certificate-and-key-management/token-signing-keys/edit/set-1",
};

async function opened(session = administrator) {
  const view = await renderInConsole(() => <VirtualIssuers />, { page: paths.virtualIssuers, session });
  return { user: userEvent.setup(), ...view };
}

const card = (name: string) => screen.findByRole("region", { name });
const button = (name: string) => screen.getByRole("button", { name });

describe("the list of virtual issuers", () => {
  it("shows name, ID, description, host and path of each", async () => {
    serveIssuers(issuer("Bremen", { description: "By the Weser", path: "/bank" }), issuer("Wismar"));
    const { container } = await opened();
    const bremen = within(await card("Bremen"));
    for (const shown of ["bremen", "By the Weser", "bremen.example", "/bank"]) {
      expect(bremen.getByText(shown)).toBeVisible();
    }
    expect(bremen.getByRole("link", { name: "Bremen" })).toHaveAttribute(
      "href",
      "/system/oauth-settings/virtual-issuers/edit/bremen",
    );
    expect(await bremen.findByText("https://bremen.example:9031/bank")).toBeVisible();
    expect(bremen.getByRole("button", { name: "Copy Issuer identifier" })).toBeVisible();
    const links = ["OpenID Connect metadata", "JSON Web Key Set"].map((name) =>
      bremen.getByRole("link", { name: new RegExp(name) }).getAttribute("href"),
    );
    expect(links).toEqual([
      "https://bremen.example:9031/bank/.well-known/openid-configuration",
      "https://bremen.example:9031/bank/pf/JWKS",
    ]);
    expect(within(await card("Wismar")).getByText("None")).toBeVisible();
    // A list with one page has no pager.
    expect(screen.queryByRole("navigation", { name: /Pages of/ })).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("offers to add one when there is none", async () => {
    serveIssuers();
    const { container } = await opened();
    expect(await screen.findByRole("heading", { name: "No virtual issuers" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Add Virtual Issuer" })).toBeVisible();
    await expectAccessible(container);
  });

  it.each([
    ["an auditor", { ...administrator, auditor: true }],
    ["a crypto administrator", { ...administrator, roles: new Set(["CRYPTO_ADMINISTRATOR"]) }],
  ])("shows %s everything, read-only", async (_, session) => {
    serveIssuers(issuer("Bremen"));
    await opened(session);
    await card("Bremen");
    expect(screen.queryByRole("button", { name: /Edit|Delete/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Add Virtual Issuer" })).not.toBeInTheDocument();
  });
});

describe("deleting a virtual issuer", () => {
  async function asking(prepare: (served: ReturnType<typeof serveIssuers>) => void = () => undefined) {
    const served = serveIssuers(issuer("Bremen"));
    prepare(served);
    const view = await opened();
    await card("Bremen");
    await view.user.click(button("Delete virtual issuer Bremen"));
    return { served, dialog: await screen.findByRole("dialog"), ...view };
  }

  it("asks first; Enter does not delete", async () => {
    const { user, dialog, served } = await asking();
    expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus();
    await user.click(await within(dialog).findByRole("button", { name: "Delete virtual issuer" }));
    expect(await screen.findByText("Bremen was deleted.")).toBeVisible();
    expect(await screen.findByRole("heading", { name: "No virtual issuers" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(served.issuers).toEqual([]);
  });

  it("is not offered for an issuer in use, which shows its user", async () => {
    const { dialog } = await asking((served) => {
      served.users.bremen = [KEY_SET];
    });
    expect(await within(dialog).findByText(IN_USE)).toBeVisible();
    expect(within(dialog).getByRole("link", { name: "Bank keys" })).toHaveAttribute(
      "href",
      "/security/certificate-and-key-management/token-signing-keys/edit/set-1",
    );
    expect(within(dialog).queryByRole("button", { name: "Delete virtual issuer" })).not.toBeInTheDocument();
    await expectAccessible(dialog);
  });

  it("is refused with a message if the issuer is used meanwhile", async () => {
    const { user, dialog, served } = await asking();
    const confirm = await within(dialog).findByRole("button", { name: "Delete virtual issuer" });
    served.users.bremen = [KEY_SET];
    served.refuse = () => HttpResponse.json({ resultId: "validation_error", message: IN_USE }, { status: 422 });
    await user.click(confirm);
    expect(await within(dialog).findByText("Bank keys")).toBeVisible();
    expect(within(dialog).getAllByText(IN_USE)).toHaveLength(1);
  });

  it("reports why it failed otherwise", async () => {
    const { user, dialog, served } = await asking();
    served.refuse = () => HttpResponse.json({ resultId: "x", message: "The database is away." }, { status: 503 });
    await user.click(await within(dialog).findByRole("button", { name: "Delete virtual issuer" }));
    expect(await within(dialog).findByText(/The database is away\./)).toBeVisible();
  });

  it("reports that the issuer is in use when the server refuses without a message", async () => {
    const { user, dialog, served } = await asking();
    served.refuse = () => new HttpResponse(null, { status: 500, statusText: "Internal Server Error" });
    await user.click(await within(dialog).findByRole("button", { name: "Delete virtual issuer" }));
    expect(await within(dialog).findByText(IN_USE)).toBeVisible();
  });
});
