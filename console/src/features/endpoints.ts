/** The endpoint windows of the help menu (specification 3, sections 2.2 and 9). */

import { message } from "../messages.ts";
import { paths } from "../paths.ts";
import type { EndpointKind } from "../platform/api/session.ts";

const SIZE = 800;

export const ENDPOINT_KINDS = ["idp-application", "idp", "sp-application", "sp", "oauth"] as const;

/** The label of the menu item, which is also the title of its window. */
export const endpointTitles = {
  "idp-application": message("shell.idpApplicationEndpoints"),
  idp: message("shell.idpEndpoints"),
  "sp-application": message("shell.spApplicationEndpoints"),
  sp: message("shell.spEndpoints"),
  oauth: message("shell.oauthEndpoints"),
} satisfies Record<EndpointKind, unknown>;

export function isEndpointKind(value: string): value is EndpointKind {
  return ENDPOINT_KINDS.some((kind) => kind === value);
}

/** Opens the window of one list, or focuses the window if it is open already. */
export function openEndpoints(kind: EndpointKind): void {
  const address = paths.endpoints.replace("$kind", kind);
  window.open(address, `hanse-endpoints-${kind}`, `popup,width=${SIZE},height=${SIZE}`)?.focus();
}
