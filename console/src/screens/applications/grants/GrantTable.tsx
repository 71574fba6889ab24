import { Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import type { Grant } from "./api.ts";

interface GrantTableProps {
  grants: readonly Grant[];
  /** Not there for those who may only look. */
  onRevoke: ((grant: Grant) => void) | undefined;
}

export function GrantTable({ grants, onRevoke }: GrantTableProps) {
  const intl = useIntl();
  return (
    <DataTable
      aria-label={intl.formatMessage({ id: "grants.title" })}
      gridBreakPoint="grid-xl"
      rows={grants}
      keyOf={({ id }) => id}
      columns={[
        { head: message("grants.userKey"), cell: ({ userKey }) => userKey, className: "hanse-grants__name" },
        {
          head: message("grants.client"),
          cell: ({ clientName, clientId }) => (
            <>
              {clientName ?? clientId}
              {clientName && <span className="hanse-grants__id">{clientId}</span>}
            </>
          ),
          className: "hanse-grants__name",
        },
        { head: message("grants.grantType"), cell: ({ grantType }) => <GrantType value={grantType} /> },
        {
          head: message("grants.scopes"),
          cell: ({ scopes }) => scopes.join(" ") || "–",
          className: "hanse-grants__name",
        },
        { head: message("grants.issued"), cell: ({ issued }) => <Moment moment={issued} /> },
        { head: message("grants.updated"), cell: ({ updated }) => <Moment moment={updated} /> },
        {
          head: message("grants.expires"),
          cell: ({ expires }) => (expires ? <Moment moment={expires} /> : <FormattedMessage id="grants.never" />),
        },
        onRevoke && {
          head: message("grants.actions"),
          isHeadHidden: true,
          cell: (grant) => (
            <Button
              variant="link"
              isInline
              aria-label={intl.formatMessage(
                { id: "grants.revokeOf" },
                { user: grant.userKey, client: grant.clientName ?? grant.clientId },
              )}
              onClick={() => onRevoke(grant)}
            >
              <FormattedMessage id="grants.revoke" />
            </Button>
          ),
        },
      ]}
    />
  );
}

const GRANT_TYPES: Readonly<Record<string, Message>> = {
  AUTHORIZATION_CODE: message("grants.authorizationCode"),
  RESOURCE_OWNER_CREDENTIALS: message("grants.resourceOwnerCredentials"),
};

/** In words; a type that this version does not know is shown as it is. */
function GrantType({ value }: { value: string }) {
  const known = GRANT_TYPES[value];
  return known ? <FormattedMessage {...known} /> : value;
}

function Moment({ moment }: { moment: string }) {
  const format = useTimestamp();
  return <time dateTime={moment}>{format(moment)}</time>;
}
