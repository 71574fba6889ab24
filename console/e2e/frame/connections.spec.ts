/** The list and the pages of connections to partners. */
import { setUp } from "../session/administrator.ts";
import { open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const CONNECTIONS = "/authentication/integration/idp-connections";

function partner(name: string) {
  return {
    type: "IDP",
    id: name.toLowerCase(),
    name,
    entityId: `https://${name.toLowerCase()}.partner.example`,
    active: name === "North",
    idpBrowserSso: {
      protocol: "SAML20",
      idpIdentityMapping: "NONE",
      enabledProfiles: ["SP_INITIATED_SSO"],
      incomingBindings: ["POST"],
      attributeContract: {},
      ssoServiceEndpoints: [{ binding: "REDIRECT", url: `https://${name.toLowerCase()}.partner.example/sso` }],
    },
  };
}

test("connections are filtered, summarized and edited by section", async ({ page, request }) => {
  await setUp(request);
  for (const name of ["North", "South"]) await post(request, "/sp/idpConnections", partner(name));
  await open(page, CONNECTIONS, "IdP Connections");
  const frame = await frameOf(page);
  await frame.getByRole("combobox", { name: "State" }).selectOption("Inactive");
  await expect(frame.getByRole("link", { name: "South", exact: true })).toBeVisible();
  await expect(frame.getByRole("link", { name: "North", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await frame.getByRole("combobox", { name: "State" }).selectOption("State: all");
  await frame.getByRole("link", { name: "North", exact: true }).click();
  await expect(frame.getByText("https://north.partner.example", { exact: true })).toBeVisible();
  await expect(frame.getByText("Redirect · https://north.partner.example/sso")).toBeVisible();
  await expectAccessible(page);
  await frame.getByRole("link", { name: "Edit General info" }).click();
  await expect(frame.getByRole("heading", { name: "General info" })).toBeFocused();
  await frame.getByRole("textbox", { name: "Connection name" }).fill("Northern partner");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(frame.getByRole("link", { name: "Edit General info" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Northern partner", level: 1 })).toBeVisible();
});
