import { Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import type { Grant } from "./api.ts";

interface GrantTableProps {
  grants: readonly Grant[];
  /** Not there for those who may only look. */
  onRevoke: ((grant: Grant) => void) | undefined;
}

const COLUMNS = [
  message("grants.userKey"),
  message("grants.client"),
  message("grants.grantType"),
  message("grants.scopes"),
  message("grants.issued"),
  message("grants.updated"),
  message("grants.expires"),
];

export function GrantTable({ grants, onRevoke }: GrantTableProps) {
  const intl = useIntl();
  const label = (column: (typeof COLUMNS)[number]) => intl.formatMessage(column);
  return (
    <Table aria-label={intl.formatMessage({ id: "grants.title" })} gridBreakPoint="grid-xl">
      <Thead>
        <Tr>
          {COLUMNS.map((column) => (
            <Th key={column.id}>
              <FormattedMessage {...column} />
            </Th>
          ))}
          {onRevoke && <Th screenReaderText={intl.formatMessage({ id: "grants.actions" })} />}
        </Tr>
      </Thead>
      <Tbody>
        {grants.map((grant) => (
          <Tr key={grant.id}>
            <Td dataLabel={label(message("grants.userKey"))} className="hanse-grants__name">
              {grant.userKey}
            </Td>
            <Td dataLabel={label(message("grants.client"))} className="hanse-grants__name">
              {grant.clientName ?? grant.clientId}
              {grant.clientName && <span className="hanse-grants__id">{grant.clientId}</span>}
            </Td>
            <Td dataLabel={label(message("grants.grantType"))}>
              <GrantType value={grant.grantType} />
            </Td>
            <Td dataLabel={label(message("grants.scopes"))} className="hanse-grants__name">
              {grant.scopes.join(" ") || "–"}
            </Td>
            <Td dataLabel={label(message("grants.issued"))}>
              <Moment moment={grant.issued} />
            </Td>
            <Td dataLabel={label(message("grants.updated"))}>
              <Moment moment={grant.updated} />
            </Td>
            <Td dataLabel={label(message("grants.expires"))}>
              {grant.expires ? <Moment moment={grant.expires} /> : <FormattedMessage id="grants.never" />}
            </Td>
            {onRevoke && (
              <Td>
                <Button
                  variant="link"
                  isInline
                  aria-label={intl.formatMessage(
                    { id: "grants.revokeOf" },
                    {
                      user: grant.userKey,
                      client: grant.clientName ?? grant.clientId,
                    },
                  )}
                  onClick={() => onRevoke(grant)}
                >
                  <FormattedMessage id="grants.revoke" />
                </Button>
              </Td>
            )}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

const GRANT_TYPES: Readonly<Record<string, (typeof COLUMNS)[number]>> = {
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
