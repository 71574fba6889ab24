/** The exact identifier of an issuer, and links to the documents that the engine publishes for it. */
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { readEndpoints } from "../../platform/api/session.ts";
import { Copyable } from "../../platform/ui/Copyable.tsx";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import "./issuer-links.css";

/** Below the identifier (OpenID Connect Discovery 1.0, section 4; the path of the key set is the product's). */
const DOCUMENTS = [
  ["/.well-known/openid-configuration", message("issuers.metadata")],
  ["/pf/JWKS", message("issuers.jwks")],
] as const;

/** Renders nothing until the engine's addresses are loaded, or if the engine does not serve this issuer. */
export function IssuerLinks({ host, path }: { host: string; path?: string | null | undefined }) {
  const intl = useIntl();
  const { data } = useQuery({ queryKey: ["endpoints"], queryFn: readEndpoints });
  const address = data?.addresses.find(
    (one) => one.isIssuer && new URL(one.origin).hostname === host.toLowerCase() && one.path === (path ?? ""),
  );
  if (!address) return null;
  const identifier = address.origin + address.path;
  return (
    <div className="hanse-issuer-links">
      <Copyable what={intl.formatMessage({ id: "issuers.identifier" })} value={identifier} />
      {DOCUMENTS.map(([below, label]) => (
        <NewTabLink key={below} to={identifier + below}>
          <FormattedMessage {...label} />
        </NewTabLink>
      ))}
    </div>
  );
}
