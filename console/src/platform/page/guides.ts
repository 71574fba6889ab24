import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { paths } from "../../paths.ts";
import { helpLinkKey } from "./uiSettings.ts";

/** The pages of the user guide about screens of the console, by where these begin. Pages of frames say it themselves. */
export const GUIDES: readonly (readonly [string, string])[] = [
  [paths.grants, "grants"],
  [paths.tokenSigningKeys, "token-keys"],
  [paths.oauthKeys, "token-keys"],
  [paths.encryptionKeys, "backup"],
  [paths.detailTypes, "authorization-details"],
  [paths.virtualIssuers, "issuers"],
  [paths.virtualHostNames, "issuers"],
  [paths.scopes, "scopes"],
  [paths.pingOneConnections, "connections"],
  [paths.license, "licence"],
  [paths.logSettings, "logs"],
  [paths.collectSupportData, "support-data"],
  [paths.clusterManagement, "clustering"],
];

/** Where the help link of the page leads that is shown: the help menu has it too. Empty for a page without a guide. */
export function useHelpLink(): string {
  const client = useQueryClient();
  const pathname = useLocation({ select: (location) => location.pathname });
  const guide = GUIDES.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1];
  useEffect(() => {
    if (!guide) return;
    client.setQueryData(helpLinkKey, `/docs/${guide}`);
    return () => void client.setQueryData(helpLinkKey, "");
  }, [client, guide]);
  return useQuery({ queryKey: helpLinkKey, queryFn: skipToken, initialData: "" }).data ?? "";
}
