import { Button, Label } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../ui/table/Table.tsx";
import { utcDate } from "../../../ui/utcDate.ts";
import type { OwnSession } from "./api.ts";
import { sessionsText as text } from "./text.ts";

interface SessionTableProps {
  sessions: readonly OwnSession[];
  /** True while one is being ended. */
  busy: boolean;
  onEnd: (session: OwnSession) => void;
}

/** One row for each session; a card on a narrow screen. The one in use has no button: that is what signing out is for. */
export function SessionTable({ sessions, busy, onEnd }: SessionTableProps) {
  const intl = useIntl();
  const [from, created, lastUsed] = [text.from, text.created, text.lastUsed].map((one) => intl.formatMessage(one));
  return (
    <Table aria-label={intl.formatMessage(text.title)} gridBreakPoint="grid-md">
      <Thead>
        <Tr>
          <Th>{from}</Th>
          <Th>{created}</Th>
          <Th>{lastUsed}</Th>
          <Th screenReaderText={intl.formatMessage(text.end)} />
        </Tr>
      </Thead>
      <Tbody>
        {sessions.map((session) => (
          <Tr key={session.id}>
            <Th scope="row" dataLabel={from ?? ""} modifier="breakWord">
              {session.address}
            </Th>
            <Td dataLabel={created ?? ""}>
              <time dateTime={session.created}>{utcDate(session.created)}</time>
            </Td>
            <Td dataLabel={lastUsed ?? ""}>
              <time dateTime={session.lastUsed}>{utcDate(session.lastUsed)}</time>
            </Td>
            <Td className="hanse-sessions__action">
              {session.current ? (
                <Label color="green" isCompact>
                  <FormattedMessage {...text.current} />
                </Label>
              ) : (
                <Button
                  variant="link"
                  isInline
                  isDanger
                  isDisabled={busy}
                  aria-label={intl.formatMessage(text.endOne, {
                    address: session.address,
                    lastUsed: utcDate(session.lastUsed),
                  })}
                  onClick={() => onEnd(session)}
                >
                  <FormattedMessage {...text.end} />
                </Button>
              )}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
