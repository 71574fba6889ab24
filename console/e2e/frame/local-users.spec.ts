/** A user administrator manages the users of a local identity profile. */
import { setUp } from "../session/administrator.ts";
import { account, open, post, userAdministrator } from "../system/signedIn.ts";
import { expect, expectFit, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const PAGE = "/authentication/policies/local-users";
const CONTRACTS = "/authenticationPolicyContracts";
const FIELD = { type: "TEXT", registrationPageField: true, profilePageField: true };
const PROFILE = {
  id: "guests",
  name: "Guests",
  apcId: { id: "guests" },
  fieldConfig: {
    fields: [
      { ...FIELD, id: "login", label: "Name", attributes: { Required: true, "Unique ID Field": true } },
      { ...FIELD, id: "mail", type: "EMAIL", label: "E-mail", attributes: { Required: true } },
    ],
  },
};

test("a user is created, found, disabled and deleted", async ({ page }) => {
  await setUp(page.request);
  await post(page.request, CONTRACTS, { id: "guests", name: "Guests" });
  await post(page.request, "/localIdentity/identityProfiles", PROFILE);
  await account(page.request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
  await open(page, PAGE, "Local Users", userAdministrator);
  const frame = await frameOf(page);
  await frame.getByRole("link", { name: "Create user" }).click();
  await expectFit(page);
  await frame.getByLabel("Name").fill("grace");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(frame.getByText("The user was not saved")).toBeVisible();
  await expectFit(page);
  await frame.getByLabel("E-mail", { exact: false }).first().fill("grace@hanse.example");
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The user was saved.")).toBeVisible();
  await expectFit(page);
  await frame.getByRole("link", { name: "Disable" }).click();
  await frame.getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("The user was disabled. Sessions and grants of the user have ended.")).toBeVisible();
  await expect(frame.getByRole("button", { name: "Enable" })).toBeVisible();
  await open(page, PAGE, "Local Users", userAdministrator);
  await expectFit(page);
  await frame.getByRole("link", { name: "grace" }).click();
  await frame.getByRole("link", { name: "Delete" }).click();
  await frame.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("The user was deleted.")).toBeVisible();
});
