import { Alert, Button, Spinner } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { WarningDialog } from "../../../forms/dialog/WarningDialog.tsx";
import { messageOf, requestIdOf } from "../../../forms/LoadFailed.tsx";
import { message } from "../../../messages.ts";
import { RequestId } from "../../../ui/RequestId.tsx";
import { CONNECTIONS, type Connection, deleteConnection, usageQuery } from "./api.ts";
import { UsageList } from "./details/Usage.tsx";

interface DeleteDialogProps {
  connection: Connection;
  onDeleted: () => void;
  onClose: () => void;
}

/** Says what uses the connection, or what is lost with it. */
export function DeleteDialog({ connection: { id, name }, onDeleted, onClose }: DeleteDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  // Asked anew each time: what was seen when the row was opened may have changed.
  const { data, error, isFetching, refetch } = useQuery({ ...usageQuery(id), refetchOnMount: "always" });
  const usages = isFetching ? undefined : data;
  const remove = useMutation({
    mutationFn: () => deleteConnection(id),
    onSuccess: () => {
      onClose();
      onDeleted();
      messages.success(intl.formatMessage({ id: "pingOneConnections.deleted" }, { name }));
      // Not what is asked about this one: it is gone.
      void client.invalidateQueries({ queryKey: CONNECTIONS, predicate: ({ queryKey }) => !queryKey.includes(id) });
    },
  });
  const used = usages !== undefined && usages.items.length > 0;
  return (
    <WarningDialog
      title={
        <FormattedMessage
          {...(used ? message("forms.inUseTitle") : message("pingOneConnections.deleteTitle"))}
          values={{ name }}
        />
      }
      confirmLabel={usages && !used && <FormattedMessage id="pingOneConnections.deleteConfirm" />}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <div aria-live="polite">
        {isFetching && (
          <p className="hanse-connection__waiting">
            <Spinner size="md" aria-hidden="true" />
            <FormattedMessage id="pingOneConnections.checkingUsage" />
          </p>
        )}
        {usages && (
          <p>
            <FormattedMessage
              {...(used ? message("pingOneConnections.inUse") : message("pingOneConnections.deleteBody"))}
            />
          </p>
        )}
        {error && !isFetching && (
          <Alert
            variant="danger"
            isInline
            component="p"
            title={intl.formatMessage({ id: "pingOneConnections.partFailed" })}
            actionLinks={
              <Button variant="link" isInline onClick={() => void refetch()}>
                <FormattedMessage id="forms.tryAgain" />
              </Button>
            }
          >
            {messageOf(error, intl)} <RequestId id={requestIdOf(error)} />
          </Alert>
        )}
        {remove.error && (
          <Alert
            variant="danger"
            isInline
            component="p"
            title={intl.formatMessage({ id: "pingOneConnections.deleteFailed" })}
          >
            {messageOf(remove.error, intl)} <RequestId id={requestIdOf(remove.error)} />
          </Alert>
        )}
      </div>
      {used && <UsageList usages={usages} />}
    </WarningDialog>
  );
}
