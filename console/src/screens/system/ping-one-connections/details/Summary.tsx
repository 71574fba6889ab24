import { useQuery } from "@tanstack/react-query";
import { message } from "../../../../messages.ts";
import { useTimestamp } from "../../../../platform/page/useTimestamp.ts";
import { Fact, Facts } from "../../../../platform/ui/Facts.tsx";
import { type Connection, serviceAssociationsQuery } from "../api.ts";
import { CredentialState } from "./CredentialState.tsx";
import { Services } from "./Services.tsx";

interface SummaryProps {
  connection: Connection;
  editable: boolean;
}

/** What the credential says, whether it counts, and what the connection can be used for. */
export function Summary({ connection, editable }: SummaryProps) {
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
      {/* First what is ours, then what the cloud has to be asked for (specification 1, section 4). */}
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
