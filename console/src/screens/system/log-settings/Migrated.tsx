import { AlertActionLink } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { markMerged, migratedQuery } from "./api.ts";

/** Says that settings wait for a migrated configuration, for as long as its file is there. */
export function Migrated({ editable }: { editable: boolean }) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const { data } = useQuery(migratedQuery);
  const merge = useMutation({
    mutationFn: markMerged,
    onSuccess: (found) => {
      client.setQueryData(migratedQuery.queryKey, found);
      messages.success(intl.formatMessage({ id: "logSettings.merged" }));
      document.querySelector<HTMLElement>("main h1")?.focus();
    },
    onError: (error) => messages.error(error),
  });
  if (!data?.waiting) return null;
  return (
    <Alert
      className="hanse-log-migrated"
      variant="warning"
      isInline
      component="h2"
      title={<FormattedMessage id="logSettings.migratedTitle" />}
      actionLinks={
        editable && (
          <AlertActionLink component="button" onClick={() => merge.mutate()} isDisabled={merge.isPending}>
            <FormattedMessage id="logSettings.markMerged" />
          </AlertActionLink>
        )
      }
    >
      <FormattedMessage id="logSettings.migrated" values={{ file: <code>{data.file}</code> }} />
    </Alert>
  );
}
