import { Card, CardBody, CardTitle } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { licenceDate } from "../../../platform/ui/licenceDate.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
import type { ConnectionGroup } from "./api.ts";
import { StatusLabel } from "./StatusLabel.tsx";
import { groupStatus } from "./view.ts";

const COLUMNS = [
  message("license.group"),
  message("license.connections"),
  message("license.issued"),
  message("license.expiration"),
  message("license.status"),
];

/** The connections that are licensed by group. `now` is in milliseconds. */
export function Groups({ groups, now }: { groups: readonly ConnectionGroup[]; now: number }) {
  const intl = useIntl();
  const columns = COLUMNS.map((message) => intl.formatMessage(message));
  return (
    <Card>
      <CardTitle component="h2" id="license-groups">
        <FormattedMessage id="license.groups" />
      </CardTitle>
      <CardBody>
        <Table aria-labelledby="license-groups" gridBreakPoint="grid-md">
          <Thead>
            <Tr>
              {columns.map((column) => (
                <Th key={column}>{column}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {groups.map((group) => (
              <Tr key={group.name}>
                {[
                  group.name,
                  intl.formatNumber(group.connectionCount),
                  group.startDate && licenceDate(group.startDate),
                  group.endDate ? licenceDate(group.endDate) : intl.formatMessage({ id: "license.never" }),
                  <StatusLabel key="status" status={groupStatus(group, now)} />,
                ].map((value, index) => (
                  <Td key={columns[index]} dataLabel={columns[index] ?? ""}>
                    {value}
                  </Td>
                ))}
              </Tr>
            ))}
          </Tbody>
        </Table>
      </CardBody>
    </Card>
  );
}
