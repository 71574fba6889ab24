import { Label, Skeleton } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import { useId } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../../platform/ui/table/Table.tsx";
import type { ServiceAssociation } from "../api.ts";
import { PartFailed } from "./PartFailed.tsx";

interface ServicesProps {
  services: readonly ServiceAssociation[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** The components of this server that can use the connection, for which services, and whether they do. */
export function Services({ services, error, onRetry }: ServicesProps) {
  const intl = useIntl();
  const headingId = useId();
  return (
    <div className="hanse-connection__services">
      <h3 id={headingId}>
        <FormattedMessage id="pingOneConnections.services" />
      </h3>
      {error && !services && <PartFailed error={error} onRetry={onRetry} />}
      {!services && !error && <Skeleton width="60%" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />}
      {services?.length === 0 && (
        <p className="hanse-connection__none">
          <FormattedMessage id="pingOneConnections.noServices" />
        </p>
      )}
      {services && services.length > 0 && <ServicesTable services={services} labelledBy={headingId} />}
    </div>
  );
}

function ServicesTable({ services, labelledBy }: { services: readonly ServiceAssociation[]; labelledBy: string }) {
  const intl = useIntl();
  const labels = [
    message("pingOneConnections.component"),
    message("pingOneConnections.servicesUsed"),
    message("pingOneConnections.configured"),
  ].map((label) => intl.formatMessage(label));
  return (
    <Table aria-labelledby={labelledBy}>
      <Thead>
        <Tr>
          {labels.map((label) => (
            <Th key={label}>{label}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {services.map(({ componentName, serviceNames, configured }) => (
          <Tr key={componentName}>
            <Td dataLabel={labels[0] ?? ""}>{componentName}</Td>
            <Td dataLabel={labels[1] ?? ""}>{serviceNames.join(", ")}</Td>
            <Td dataLabel={labels[2] ?? ""}>
              <Label isCompact {...(configured && { color: "green", icon: <CheckCircleIcon /> })}>
                <FormattedMessage
                  {...(configured
                    ? message("pingOneConnections.configured")
                    : message("pingOneConnections.notConfigured"))}
                />
              </Label>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
