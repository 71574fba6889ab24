import { Button, Label, Spinner } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import QuestionCircleIcon from "@patternfly/react-icons/dist/esm/icons/question-circle-icon";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { messageOf, PartFailed } from "../../../../platform/forms/LoadFailed.tsx";
import { useTimestamp } from "../../../../platform/page/useTimestamp.ts";
import { Fact, Facts } from "../../../../platform/ui/Facts.tsx";
import { Loading } from "../../../../platform/ui/Loading.tsx";
import { DataTable } from "../../../../platform/ui/table/DataTable.tsx";
import { type Connection, credentialStatusQuery, type ServiceAssociation, serviceAssociationsQuery } from "../api.ts";

/** The credential's contents, its validity, and the possible uses of the connection. */
export function Summary({ connection, editable }: { connection: Connection; editable: boolean }) {
  const timestamp = useTimestamp();
  const { id, creationDate } = connection;
  const { isPending, error, data, refetch } = useQuery(serviceAssociationsQuery(id));
  const facts = [
    [message("pingOne.description"), connection.description],
    [message("pingOneConnections.organization"), connection.organizationName],
    [message("pingOneConnections.region"), connection.region],
    [message("pingOneConnections.environmentId"), connection.environmentId],
    [message("pingOneConnections.connectionId"), connection.pingOneConnectionId],
    [message("pingOneConnections.credentialId"), connection.credentialId],
    [message("pingOneConnections.creationDate"), creationDate && timestamp(creationDate)],
  ] as const;
  return (
    <>
      {/* First the local data, then the data requested from the cloud (specification 1, section 4). */}
      <CredentialState id={id} ready={!isPending} editable={editable} />
      <Facts columnModifier={{ default: "1Col", md: "2Col" }}>
        {facts.map(([term, value]) => (
          <Fact key={term.id} term={term}>
            {value}
          </Fact>
        ))}
      </Facts>
      <Services services={data?.items} error={error} onRetry={() => void refetch()} />
    </>
  );
}

const LOOKS = {
  VALID: { status: "success", icon: <CheckCircleIcon /> },
  INVALID: { status: "danger", icon: <ExclamationCircleIcon /> },
  UNKNOWN: { status: "warning", icon: <QuestionCircleIcon /> },
} as const;

interface CredentialStateProps {
  id: string;
  /** True if the cloud should be queried now. */
  ready: boolean;
  editable: boolean;
}

/** The cloud's status for the credential; if it is not valid or unknown, the reason and the next step. */
function CredentialState({ id, ready, editable }: CredentialStateProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({ ...credentialStatusQuery(id), enabled: ready });
  const waiting = isFetching || !ready;
  const status = toStatus(error ? undefined : data?.pingOneCredentialStatus);
  const reason = error ? messageOf(error, intl) : data?.message;
  return (
    <div className="hanse-connection__credential">
      <div className="hanse-connection__state" role="status">
        {waiting ? (
          <Asking what={message("pingOneConnections.checking")} />
        ) : (
          <>
            <Label {...LOOKS[status]}>
              <FormattedMessage id={`pingOneConnections.${status}`} />
            </Label>
            {reason && <span>{reason}</span>}
          </>
        )}
      </div>
      {!waiting && (
        <div className="hanse-connection__remedies">
          <Button variant="link" isInline onClick={() => void refetch()}>
            <FormattedMessage id="pingOneConnections.checkAgain" />
          </Button>
          {editable && status === "INVALID" && (
            <Button
              variant="link"
              isInline
              onClick={() => void navigate({ to: paths.pingOneConnectionEdit, params: { id }, search: true })}
            >
              <FormattedMessage id="pingOneConnections.replace" />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Any other value is treated as unknown (specification 1, section 3). */
function toStatus(sent: string | undefined): keyof typeof LOOKS {
  return sent === "VALID" || sent === "INVALID" ? sent : "UNKNOWN";
}

interface ServicesProps {
  services: readonly ServiceAssociation[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** The components of this server that can use the connection, with their services and status. */
function Services({ services, error, onRetry }: ServicesProps) {
  const headingId = useId();
  return (
    <div className="hanse-connection__services">
      <h3 id={headingId}>
        <FormattedMessage id="pingOneConnections.services" />
      </h3>
      {error && !services && <PartFailed error={error} onRetry={onRetry} />}
      {!services && !error && <Loading width="60%" />}
      {services?.length === 0 && (
        <p className="hanse-connection__none">
          <FormattedMessage id="pingOneConnections.noServices" />
        </p>
      )}
      {services && services.length > 0 && (
        <DataTable
          aria-labelledby={headingId}
          rows={services}
          keyOf={({ componentName }) => componentName}
          columns={[
            { head: message("pingOneConnections.component"), cell: ({ componentName }) => componentName },
            { head: message("pingOneConnections.servicesUsed"), cell: ({ serviceNames }) => serviceNames.join(", ") },
            {
              head: message("pingOneConnections.configured"),
              cell: ({ configured }) => (
                <Label isCompact {...(configured && { color: "green", icon: <CheckCircleIcon /> })}>
                  <FormattedMessage
                    {...(configured
                      ? message("pingOneConnections.configured")
                      : message("pingOneConnections.notConfigured"))}
                  />
                </Label>
              ),
            },
          ]}
        />
      )}
    </div>
  );
}

/** After this time, the page says that the cloud is slow. */
const LONG_MS = 3000;

/** Says that the cloud is being queried, which takes seconds at worst. */
export function Asking({ what }: { what: Message }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className="hanse-connection__waiting">
      <Spinner size="md" aria-hidden="true" />
      <span>
        <FormattedMessage {...what} />
        {long && (
          <>
            {" "}
            <FormattedMessage id="pingOneConnections.slow" />
          </>
        )}
      </span>
    </span>
  );
}
