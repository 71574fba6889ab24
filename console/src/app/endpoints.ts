/** The endpoint windows of the help menu (specification 3, sections 2.2 and 9). */
import type { EndpointKind } from "../api/session.ts";
import { paths } from "./paths.ts";
import { shellText as text } from "./shell/text.ts";

const SIZE = 800;

export const ENDPOINT_KINDS = ["idp-application", "idp", "sp-application", "sp", "oauth"] as const;

/** What an item of the menu and its window are called. */
export const endpointTitles = {
  "idp-application": text.idpApplicationEndpoints,
  idp: text.idpEndpoints,
  "sp-application": text.spApplicationEndpoints,
  sp: text.spEndpoints,
  oauth: text.oauthEndpoints,
} satisfies Record<EndpointKind, unknown>;

export function isEndpointKind(value: string): value is EndpointKind {
  return ENDPOINT_KINDS.some((kind) => kind === value);
}

/** Opens the window of one list, or shows the one that is open already. */
export function openEndpoints(kind: EndpointKind): void {
  const address = paths.endpoints.replace("$kind", kind);
  window.open(address, `hanse-endpoints-${kind}`, `popup,width=${SIZE},height=${SIZE}`)?.focus();
}
