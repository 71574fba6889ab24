import { Table, Tbody, Td, Th, Thead, Tr } from "@patternfly/react-table";
import { Link } from "@tanstack/react-router";
import { useIntl } from "react-intl";
import { algorithmOf, belongsTo, nameOf } from "../../../../features/keys/certificate.ts";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { utcDay } from "../../../../platform/ui/utcDate.ts";
import type { KeyPair } from "../api.ts";
import { KeyMenu, type KeyMenuProps } from "../KeyMenu.tsx";
import { RelativeDays } from "../RelativeDays.tsx";
import { StatusLabels } from "../StatusLabel.tsx";

interface KeysTableProps extends Omit<KeyMenuProps, "pair"> {
  pairs: readonly KeyPair[];
  now: number;
  descending: boolean;
  onSort: (descending: boolean) => void;
}

/** The key pairs of one page. On a narrow screen each is a card. */
export function KeysTable({ pairs, now, descending, onSort, ...menu }: KeysTableProps) {
  const intl = useIntl();
  const [name, serial, key, expires, status] = [
    message("signingKeys.name"),
    message("signingKeys.serial"),
    message("signingKeys.key"),
    message("signingKeys.expires"),
    message("signingKeys.status"),
  ].map((message) => intl.formatMessage(message));
  return (
    <Table
      role="table"
      variant="compact"
      className="hanse-keys__table"
      aria-label={intl.formatMessage({ id: "signingKeys.table" })}
      gridBreakPoint="grid-lg"
    >
      <Thead>
        <Tr>
          <Th
            width={35}
            sort={{
              columnIndex: 0,
              sortBy: { index: 0, direction: descending ? "desc" : "asc" },
              onSort: (_, __, direction) => onSort(direction === "desc"),
            }}
          >
            {name}
          </Th>
          <Th>{serial}</Th>
          <Th>{key}</Th>
          <Th>{expires}</Th>
          <Th>{status}</Th>
          <Th screenReaderText={intl.formatMessage({ id: "signingKeys.actions" })} />
        </Tr>
      </Thead>
      <Tbody>
        {pairs.map((pair) => (
          <Tr key={pair.id}>
            <Th scope="row" dataLabel={name ?? ""} modifier="breakWord">
              <Link to={paths.signingKey} params={{ id: pair.id }}>
                {nameOf(pair)}
              </Link>
              <span className="hanse-keys__second">{belongsTo(pair)}</span>
            </Th>
            <Td dataLabel={serial ?? ""}>
              <code className="hanse-keys__serial" title={pair.serialNumber}>
                {pair.serialNumber}
              </code>
            </Td>
            <Td dataLabel={key ?? ""} modifier="nowrap">
              {algorithmOf(pair)}
              <span className="hanse-keys__second">{pair.signatureAlgorithm}</span>
            </Td>
            <Td dataLabel={expires ?? ""} modifier="nowrap">
              <time dateTime={pair.expires}>{utcDay(pair.expires)}</time>
              <span className="hanse-keys__second">
                <RelativeDays moment={pair.expires} now={now} />
              </span>
            </Td>
            <Td dataLabel={status ?? ""}>
              <StatusLabels pair={pair} now={now} />
            </Td>
            <Td isActionCell>
              <KeyMenu pair={pair} {...menu} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
