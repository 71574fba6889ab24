import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../paths.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { replicate, type Status, statusQuery } from "./api.ts";
import { isReplicationRequired } from "./view.ts";

/** The id of what says why 'Replicate' can be used or not. */
export const REASON = "replication-reason";

/** What is done from the active console. */
export function Actions({ status, mayReplicate }: { status: Status | undefined; mayReplicate: boolean }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: replicate,
    onSuccess: () => messages.success(intl.formatMessage({ id: "clusterManagement.replicated" })),
    onError: (error) => messages.error(error, intl.formatMessage({ id: "clusterManagement.replicationFailed" })),
    onSettled: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
  const idle = publish.isPending || !status || !isReplicationRequired(status);
  return (
    <div className="hanse-cluster__actions">
      {mayReplicate && (
        <Button
          isAriaDisabled={idle}
          isLoading={publish.isPending}
          aria-describedby={REASON}
          onClick={() => publish.mutate()}
        >
          <FormattedMessage id="clusterManagement.replicate" />
        </Button>
      )}
      <LinkButton to={paths.clusterSettings} variant="secondary">
        <FormattedMessage id="clusterManagement.settings" />
      </LinkButton>
    </div>
  );
}
