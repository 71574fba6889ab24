/**
 * The four landing pages for every combination of roles (specification 1, section 6): the rules, written by hand, are
 * compared with the real server. A tile whose area does not work yet is not shown.
 */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { account, beginSession } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";

const [ADMINISTRATOR, USER, CRYPTO, EXPRESSION, COLLECTION] = [
  "ADMINISTRATOR",
  "USER_ADMINISTRATOR",
  "CRYPTO_ADMINISTRATOR",
  "EXPRESSION_ADMINISTRATOR",
  "DATA_COLLECTION_ADMINISTRATOR",
] as const;
const ROLES = [ADMINISTRATOR, USER, CRYPTO, EXPRESSION, COLLECTION];
const AREAS = ["Authentication", "Applications", "Security", "System"];
const WARNING = "Your account does not have crypto admin privileges.";

/** The tiles for crypto administrators and auditors; Redirect Validation is for administrators and auditors. */
const KEY_TILES = [
  "Signing and Decryption Keys and Certificates",
  "Trusted CAs",
  "SSL Server Certificates",
  "Partner Metadata URLs",
  "Partner Metadata URLs",
];

interface Person {
  roles: string[];
  auditor: boolean;
}

/** Returns true if a working tile may be shown; `tile` is its name. */
function mayShow(area: string, tile: string, { roles, auditor }: Person): boolean {
  if (auditor) return true;
  if (area === "Security") return roles.includes(KEY_TILES.includes(tile) ? CRYPTO : ADMINISTRATOR);
  const others = roles.filter((role) => role !== USER && role !== CRYPTO);
  // Account management is visible to roles that may read accounts, which is one of these two.
  if (area === "System" && others.length === 0) return tile === "Administrative Accounts" && roles.includes(USER);
  // Administrators can read all of these; user administrators can also manage the accounts.
  return roles.includes(ADMINISTRATOR) || (tile === "Administrative Accounts" && roles.includes(USER));
}

async function tilesOf(page: Page, area: string): Promise<string[]> {
  await page.goto(`/${area.toLowerCase()}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: area })).toBeVisible();
  await expect(main.getByRole("heading", { level: 2 }).first()).toBeVisible();
  return main.getByRole("listitem").getByRole("heading", { level: 2 }).allTextContents();
}

const mixes: Person[] = Array.from({ length: 2 ** ROLES.length - 1 }, (_, bits) => ({
  roles: ROLES.filter((_role, index) => ((bits + 1) >> index) % 2 === 1),
  auditor: false,
}));

test.describe.configure({ timeout: 300_000 });

test("every mix of roles sees the tiles of its rights, and an auditor sees all", SLOW, async ({ page, request }) => {
  await setUp(request);
  // The first administrator has every role, and so sees all working tiles.
  await beginSession(page);
  const all = new Map<string, string[]>();
  for (const area of AREAS) all.set(area, await tilesOf(page, area));
  expect(all.get("System")).toContain("Virtual Host Names");
  expect(all.get("Security")).toContain(KEY_TILES[0]);
  const people = [...mixes, { roles: [], auditor: true }];
  for (const [index, rights] of people.entries()) {
    await test.step(`${rights.roles.join(" + ")}${rights.auditor ? "auditor" : ""}`, async () => {
      const person = { username: `mix-${index}`, password: "Look-at-7-things" };
      await account(request, person, rights);
      // The previous page would poll with an ended session, and log out.
      await page.goto("about:blank");
      await beginSession(page, person);
      // An area without working pages has nothing to hide.
      for (const [area, tiles] of [...all].filter(([, some]) => some.length > 0)) {
        expect(await tilesOf(page, area)).toEqual(tiles.filter((tile) => mayShow(area, tile, rights)));
        const warned = area === "Security" && !(rights.auditor || rights.roles.includes(CRYPTO));
        await expect(page.getByText(WARNING)).toHaveCount(warned ? 1 : 0);
      }
    });
  }
});
