/** The controls of lists and forms: the same on the console's own pages and on those rendered by the server. */
import { setUp } from "../session/administrator.ts";
import { clear } from "../system/scopes.ts";
import { account, asFirst, auditor, beginSession, open } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";
import { KINDS } from "./kindsOfPages.ts";

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await clear(request);
});

for (const one of KINDS) {
  test.describe(one.kind, () => {
    test(
      "a list's search field has its icon inside and no button, and rows have edit before delete",
      SLOW,
      async ({ page, request }) => {
        await asFirst(request, "POST", one.collection, one.item("plain"));
        await asFirst(request, "POST", one.collection, one.item("second-plain"));
        await open(page, `${one.path}?search=plain`, one.title);
        const inside = one.inside(page);
        const toolbar = inside.locator(".hanse-list__toolbar");
        await expect(one.editing(inside, "plain")).toBeVisible();
        await expect(toolbar.locator("svg:visible").first()).toBeVisible();
        await expect(toolbar.getByRole("button", { name: "Search", exact: true })).toHaveCount(0);
        await one.editing(inside, "plain").focus();
        await page.keyboard.press("Tab");
        await expect(one.deletion(inside, "plain")).toBeFocused();
        await inside.locator("input[aria-label^=Search]:visible").last().fill("second-p");
        await page.keyboard.press("Enter");
        await expect(one.rows(inside)).toHaveText(["second-plain"]);
        await one.editing(inside, "second-plain").click();
        await expect(inside.getByRole("textbox", { name: one.field, exact: true })).toBeVisible();
      },
    );

    test("Cancel leaves an item at any time, and restores settings only if they changed", async ({ page, request }) => {
      await asFirst(request, "POST", one.collection, one.item("left"));
      await beginSession(page);
      await one.form(page, "left");
      await one.inside(page).getByText("Cancel", { exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname === one.path);
      await page.goto(one.settings.path);
      await expect(page.getByRole("heading", { level: 1, name: one.settings.title })).toBeVisible();
      const inside = one.inside(page);
      const cancel = inside.getByRole(one.kind === "the server's" ? "link" : "button", { name: "Cancel", exact: true });
      await expect(cancel).toBeDisabled();
      const box = inside.getByRole("checkbox").first();
      const before = await box.isChecked();
      await box.setChecked(!before);
      await expect(cancel).toBeEnabled();
      await box.setChecked(before);
      await expect(cancel).toBeDisabled();
    });

    test("auditors read the same reason why they cannot change anything", SLOW, async ({ page, request }) => {
      await account(request, auditor, { auditor: true, roles: [] });
      await open(page, one.settings.path, one.settings.title, auditor);
      const inside = one.inside(page);
      await expect(inside.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
      await expect(inside.getByText("Cancel", { exact: true })).toHaveCount(0);
    });
  });
}
