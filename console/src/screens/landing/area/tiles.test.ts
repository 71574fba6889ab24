import { describe, expect, it } from "vitest";
import type { NavItem } from "../../../api/session.ts";
import { hasCryptoRights } from "../../../app/session/session.ts";
import { type AreaName, TILES, tilesByRule, working } from "./tiles.ts";

const ROLES = [
  "ADMINISTRATOR",
  "USER_ADMINISTRATOR",
  "CRYPTO_ADMINISTRATOR",
  "EXPRESSION_ADMINISTRATOR",
  "DATA_COLLECTION_ADMINISTRATOR",
];
const [ADMINISTRATOR, USER, CRYPTO] = ROLES as [string, string, string];

/** Every set of roles, with and without the auditor flag, with and without account management: 128 rows. */
const everybody = Array.from({ length: 2 ** ROLES.length }, (_, bits) =>
  ROLES.filter((_role, index) => (bits >> index) % 2 === 1),
).flatMap((roles) =>
  [false, true].flatMap((auditor) => [false, true].map((accounts) => ({ roles, auditor, accounts }))),
);

const KEYS = ["signingKeys", "trustedCas", "sslServerCertificates", "partnerMetadataUrls"];

/** Section 6 again, as three lists of who; everybody else sees all tiles of the System page. */
const ACCOUNTS_ONLY = [[USER], [CRYPTO], [USER, CRYPTO]].map(String);

function expected(area: AreaName, roles: string[], auditor: boolean, accounts: boolean): string[] {
  if (area === "security") {
    return [
      ...(auditor || roles.includes(CRYPTO) ? KEYS : []),
      ...(auditor || roles.includes(ADMINISTRATOR) ? ["redirectValidation"] : []),
    ];
  }
  if (area === "system" && !auditor && ACCOUNTS_ONLY.includes(String(roles))) {
    return accounts ? ["administrativeAccounts"] : [];
  }
  return [...TILES[area]];
}

describe.each(Object.keys(TILES) as AreaName[])("the tiles of %s", (area) => {
  it.each(everybody)("$roles, auditor $auditor, account management $accounts", ({ roles, auditor, accounts }) => {
    const person = { roles: new Set(roles), auditor };
    expect(tilesByRule(area, person, accounts)).toEqual(expected(area, roles, auditor, accounts));
  });
});

it.each(everybody)("crypto rights of $roles, auditor $auditor", ({ roles, auditor }) => {
  expect(hasCryptoRights({ roles: new Set(roles), auditor })).toBe(auditor || roles.includes(CRYPTO));
});

it("shows a tile only when its area works, and leads to where the navigation does", () => {
  const node = { react: true, children: [] };
  const leaf: NavItem = { ...node, id: "virtualHostNames", label: "Virtual Host Names", level: "LEAF", path: "/v" };
  const later: NavItem = { ...node, id: "dataStores", label: "Data Stores", level: "LEAF" };
  const group: NavItem = { ...node, id: "server", label: "Server", level: "SECONDARY", children: [leaf, later] };
  expect(working(TILES.system, [{ ...group, id: "system", level: "PRIMARY", children: [group] }])).toEqual([
    { id: "virtualHostNames", leaf },
  ]);
});
