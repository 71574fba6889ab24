import { open } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";
import { PATH, prepare, save, storedSet, TITLE } from "./keySets.ts";
import { clear, inChunks, KEY_SETS, keySet, post } from "./tokenKeys.ts";

test.beforeEach(({ request }) => prepare(request));

test("a thousand issuers and key sets are searched and paged like ten", SLOW, async ({ page, request }) => {
  test.slow();
  const numbers = Array.from({ length: 1000 }, (_, index) => String(index).padStart(4, "0"));
  await inChunks(numbers, async (number) => {
    await post(request, "/oauth/issuers", { id: `i${number}`, name: `Issuer ${number}`, host: `i${number}.example` });
    if (number !== "0999") await post(request, KEY_SETS, keySet(`Set ${number}`, `i${number}`));
  });
  await open(page, PATH, TITLE);
  await expect(page.getByText("1–20 of 999").last()).toBeVisible();
  await page.getByRole("textbox", { name: /^Search/ }).fill("Set 0777");
  await expect(page.getByRole("link", { name: "Set 0777" })).toBeVisible();
  await page.getByRole("link", { name: "Set 0777" }).click();
  await page.getByRole("button", { name: /^Issuers/ }).click();
  // The key set's own issuers, the unused one, and those of every test.
  await expect(page.getByRole("checkbox", { name: /example$/ })).toHaveCount(5);
  await page.getByRole("textbox", { name: "Search issuers" }).fill("0999");
  await page.getByRole("checkbox", { name: /^Issuer 0999/ }).check();
  await page.keyboard.press("Escape");
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect((await storedSet(request, "set-0777")).issuers).toHaveLength(2);
  await clear(request); // Within the time limit of this test.
});

test("one key set has a thousand issuers", SLOW, async ({ page, request }) => {
  test.slow();
  const ids = Array.from({ length: 1000 }, (_, index) => `i${String(index).padStart(4, "0")}`);
  await inChunks(ids, (id) => post(request, "/oauth/issuers", { id, name: `Issuer ${id}`, host: `${id}.example` }));
  await post(request, KEY_SETS, keySet("All", ...ids));
  await open(page, PATH, TITLE);
  await expect(page.getByText("994 more")).toBeVisible();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Show all 1,000" }).click();
  await page.getByRole("button", { name: "Remove Issuer i0500" }).click();
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  expect((await storedSet(request, "all")).issuers).toHaveLength(999);
  await clear(request);
});
