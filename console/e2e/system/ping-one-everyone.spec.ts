import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW } from "../test.ts";
import {
  active,
  change,
  connectionName,
  connections,
  credential,
  expand,
  names,
  PATH,
  row,
  save,
  state,
  store,
  TITLE,
  test,
  toggle,
} from "./ping-one.ts";
import { account, auditor, choose, fits, open } from "./signedIn.ts";

test.beforeEach(async ({ request, gate, cloud }) => {
  await gate.open();
  await setUp(request);
  await store(request, cloud.credential, { name: "Kontor", description: "Ours" }, { name: "acme" });
});
test("an auditor sees everything and can change nothing", SLOW, async ({ page, request, cloud }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await change(request, (await connections(request))[0] as never, { active: false });
  await open(page, PATH, TITLE, auditor);
  await expect(names(page)).toHaveText(["acme", "Kontor"]);
  await expect(row(page, "Kontor").getByText("Active", { exact: true })).toBeVisible();
  await expect(row(page, "acme").getByText("Inactive")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("switch")).toHaveCount(0);
  await expect(main.getByRole("button", { name: /Add|Edit|Delete/ })).toHaveCount(0);
  await expand(page, "Kontor");
  await expect(state(page)).toContainText("Credential valid");
  await expectAccessible(page);
  const [first] = await connections(request);
  await page.goto(`${PATH}/edit/${first?.id}`);
  await expect(connectionName(page)).toBeDisabled();
  await expect(save(page)).toHaveCount(0);
  await page.goto(`${PATH}/add`);
  await expect(page.getByRole("heading", { level: 1, name: "Auditors cannot add anything" })).toBeVisible();
  await store(request, cloud.credential);
  await page.goto(PATH);
  await expect(page.getByRole("heading", { name: "No connections" })).toBeVisible();
  await expect(main.getByRole("button")).toHaveCount(0);
});

test("a row is opened and its tabs are used with the keyboard alone", SLOW, async ({ page }) => {
  await open(page, PATH, TITLE);
  await toggle(page, "acme").focus();
  await page.keyboard.press("Enter");
  await expect(state(page)).toContainText("Credential valid");
  for (const name of ["switch", "Edit connection acme", "Delete connection acme"]) {
    await page.keyboard.press("Tab");
    const focused = name === "switch" ? active(page, "acme") : page.getByRole("button", { name });
    await expect(focused).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Summary" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Usage" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("There are no plugins currently utilizing this connection.")).toBeVisible();
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, cloud }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expand(page, "Kontor");
    await expect(state(page)).toContainText("Credential valid");
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.getByRole("tab", { name: "Environments" }).click();
    await expect(page.getByRole("cell", { name: "Administrators" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await page.goto(`${PATH}/add`);
    await credential(page).fill(cloud.credential);
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
