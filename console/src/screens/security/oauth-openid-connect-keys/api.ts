/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";

export type Settings = components["schemas"]["OAuthOidcKeysSettings"];
export type Stored = Versioned<Settings>;

const PATH = "/keyPairs/oauthOpenIdConnect";

export const oauthKeysQuery = queryOptions({
  queryKey: ["oauthKeys", "settings"],
  queryFn: (): Promise<Stored> => versioned(admin.GET(PATH)),
  // What is edited must be what is stored now.
  gcTime: 0,
});

export function saveOAuthKeys(settings: Settings, etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT(PATH, { body: settings, headers: ifMatch(etag) }));
}
