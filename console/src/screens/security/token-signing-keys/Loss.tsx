import { Link } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { useIssuers } from "../../../features/references/useByIds.ts";
import { paths } from "../../../paths.ts";
import type { KeySet } from "./api.ts";

const NAMED = 10;

/** What is lost with a key set: its issuers sign with the server's own keys again. */
export function Loss({ keySet: { issuers } }: { keySet: KeySet }) {
  const named = issuers.slice(0, NAMED).map(({ id }) => id);
  const found = useIssuers(named);
  const more = issuers.length - named.length;
  return (
    <>
      <p>
        <FormattedMessage id="tokenSigningKeys.deleteBody" values={{ count: issuers.length }} />
      </p>
      <ul className="hanse-keyset__delete">
        {named.map((id) => (
          <li key={id}>
            <Link to={paths.virtualIssuerEdit} params={{ id }}>
              {found?.get(id)?.name ?? id}
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage id="tokenSigningKeys.issuersMore" values={{ count: more }} />
          </li>
        )}
      </ul>
      <p>
        <FormattedMessage id="tokenSigningKeys.deleteTokens" />
      </p>
    </>
  );
}
