/**
 * Which tiles a landing page shows to whom (specification 1, sections 2 and 6). No React here.
 *
 * Two questions are kept apart. The rules of the specification say which tiles somebody's roles bring; the navigation
 * tree says which areas work and may be read. A tile is shown when both say so: a dead link is a defect.
 */
import type { NavItem } from "../../../api/session.ts";
import { type Leaf, leavesOf } from "../../../app/navigation.ts";
import { hasCryptoRights, type Session } from "../../../app/session/session.ts";

/** The tiles of each area, in order. A tile leads to the leaf of the navigation tree that has its id. */
export const TILES = {
  authentication: [
    "idpConnections",
    "idpAdapters",
    "fragments",
    "policies",
    "selectors",
    "sessions",
    "localIdentityProfiles",
    "policyContractGrantMapping",
  ],
  applications: [
    "spConnections",
    "spAdapters",
    "oauthClients",
    "accessTokenManagement",
    "accessTokenMappings",
    "openIdConnectPolicyManagement",
  ],
  security: ["signingKeys", "trustedCas", "sslServerCertificates", "partnerMetadataUrls", "redirectValidation"],
  system: [
    "dataStores",
    "passwordCredentialValidators",
    "administrativeAccounts",
    "extendedProperties",
    "authorizationServerSettings",
    "scopeManagement",
    "notificationPublishers",
    "virtualHostNames",
  ],
} as const;

export type AreaName = keyof typeof TILES;
export type TileId = (typeof TILES)[AreaName][number];
type Person = Pick<Session, "roles" | "auditor">;

/** The tiles that the rules give to this person, in order. */
export function tilesByRule(area: AreaName, person: Person, accountManagementVisible: boolean): TileId[] {
  const tiles: readonly TileId[] = TILES[area];
  if (area === "security") {
    return tiles.filter((tile) => (tile === "redirectValidation" ? isAdministrator(person) : hasCryptoRights(person)));
  }
  if (area === "system" && managesAccountsOrKeysOnly(person)) {
    return tiles.filter((tile) => tile === "administrativeAccounts" && accountManagementVisible);
  }
  return [...tiles];
}

/** The tiles among these that lead somewhere, each with the leaf that it leads to. */
export function working(tiles: readonly TileId[], tree: readonly NavItem[]): { id: TileId; leaf: Leaf }[] {
  const leaves = new Map(tree.flatMap(leavesOf).map((leaf) => [leaf.id, leaf]));
  return tiles.flatMap((id) => {
    const leaf = leaves.get(id);
    return leaf ? [{ id, leaf }] : [];
  });
}

function isAdministrator({ roles, auditor }: Person): boolean {
  return auditor || roles.has("ADMINISTRATOR");
}

/** A non-auditor with user administrator alone, crypto administrator alone, or both of them and no other role. */
function managesAccountsOrKeysOnly({ roles, auditor }: Person): boolean {
  const narrow = new Set(["USER_ADMINISTRATOR", "CRYPTO_ADMINISTRATOR"]);
  return !auditor && roles.size > 0 && [...roles].every((role) => narrow.has(role));
}
