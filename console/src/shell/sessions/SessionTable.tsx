import { Button, Label } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../platform/ui/table/Table.tsx";
import type { OwnSession } from "./api.ts";

interface SessionTableProps {
  sessions: readonly OwnSession[];
  /** True while one is being ended. */
  busy: boolean;
  onEnd: (session: OwnSession) => void;
}

/** One row for each session; a card on a narrow screen. The one in use has no button: that is what signing out is for. */
export function SessionTable({ sessions, busy, onEnd }: SessionTableProps) {
  const timestamp = useTimestamp();
  const intl = useIntl();
  const [from, created, lastUsed] = [
    message("sessions.from"),
    message("sessions.created"),
    message("sessions.lastUsed"),
  ].map((one) => intl.formatMessage(one));
  return (
    <Table aria-label={intl.formatMessage({ id: "sessions.title" })} gridBreakPoint="grid-md">
      <Thead>
        <Tr>
          <Th>{from}</Th>
          <Th>{created}</Th>
          <Th>{lastUsed}</Th>
          <Th screenReaderText={intl.formatMessage({ id: "sessions.end" })} />
        </Tr>
      </Thead>
      <Tbody>
        {sessions.map((session) => (
          <Tr key={session.id}>
            <Th scope="row" dataLabel={from ?? ""} modifier="breakWord">
              {session.address}
            </Th>
            <Td dataLabel={created ?? ""}>
              <time dateTime={session.created}>{timestamp(session.created)}</time>
            </Td>
            <Td dataLabel={lastUsed ?? ""}>
              <time dateTime={session.lastUsed}>{timestamp(session.lastUsed)}</time>
            </Td>
            <Td className="hanse-sessions__action">
              {session.current ? (
                <Label color="green" isCompact>
                  <FormattedMessage id="sessions.current" />
                </Label>
              ) : (
                <Button
                  variant="link"
                  isInline
                  isDanger
                  isDisabled={busy}
                  aria-label={intl.formatMessage(
                    { id: "sessions.endOne" },
                    {
                      address: session.address,
                      lastUsed: timestamp(session.lastUsed),
                    },
                  )}
                  onClick={() => onEnd(session)}
                >
                  <FormattedMessage id="sessions.end" />
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
