import { setUp } from "../session/administrator.ts";
import { expect, SLOW } from "../test.ts";
import { connections, create, expand, flip, names, PATH, state, store, TITLE, test } from "./ping-one.ts";
import { open } from "./signedIn.ts";

test("a thousand connections are searched, paged and changed like one", SLOW, async ({ page, request, cloud }) => {
  await setUp(request);
  await store(request, cloud.credential);
  // The search also matches IDs, which contain no dash.
  const digits = (number: number) => String(number).padStart(2, "0");
  const all = Array.from(
    { length: 1000 },
    (_, index) => `Pier-${digits(Math.floor(index / 100))} Depot ${digits(index % 100)}`,
  );
  for (let start = 0; start < all.length; start += 50) {
    await Promise.all(all.slice(start, start + 50).map((name) => create(request, cloud.credential, { name })));
  }
  await open(page, PATH, TITLE);
  await expect(names(page)).toHaveText(all.slice(0, 20));
  await expect(page.getByText("1–20 of 1,000").and(page.getByRole("status"))).toBeAttached();
  await page.getByRole("button", { name: "Last page" }).click();
  await expect(names(page)).toHaveText(all.slice(980));
  await page.getByRole("textbox", { name: /Search by name/ }).fill("pier-07");
  await expect(names(page)).toHaveText(all.slice(700, 720));
  await page.getByRole("button", { name: "Next page" }).first().click();
  await expect(names(page)).toHaveText(all.slice(720, 740));
  await flip(page, "Pier-07 Depot 21");
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expand(page, "Pier-07 Depot 21");
  await expect(state(page)).toContainText("Credential valid");
  await page.getByRole("button", { name: "Edit connection Pier-07 Depot 22" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(names(page)).toHaveText(all.slice(720, 740)); // Back at the previous position.
  expect((await connections(request)).filter((one) => !one.active).map((one) => one.name)).toEqual([
    "Pier-07 Depot 21",
  ]);
});
