import { Spinner } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError } from "../../../api/errors.ts";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { WarningDialog } from "../../../forms/dialog/WarningDialog.tsx";
import { message } from "../../../messages.ts";
import { deleteEntry, SCOPES, usersQuery } from "./api.ts";
import { COLLECTIONS, type Collection, isGroups } from "./collections.ts";

interface DeleteDialogProps {
  collection: Collection;
  name: string;
  onDeleted: () => void;
  onClose: () => void;
}

const NAMED = 10;

/** Says what uses a scope or group, or what is lost with it. */
export function DeleteDialog({ collection, name, onDeleted, onClose }: DeleteDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const isGroup = isGroups(collection);
  const inUse = isGroup ? message("scopes.groupInUse") : message("scopes.scopeInUse");
  const users = useQuery({ ...usersQuery(collection, name), refetchOnMount: "always" });
  const remove = useMutation({
    mutationFn: () => deleteEntry(collection, name),
    onSuccess: () => {
      onClose();
      onDeleted();
      messages.success(intl.formatMessage({ id: "forms.deleted" }, { name }));
      // Not what is asked about this one: it is gone.
      void client.invalidateQueries({ queryKey: SCOPES, predicate: ({ queryKey }) => !queryKey.includes(name) });
    },
  });
  const used = users.data ?? [];
  // The message for a refusal without one of the server's own (specification 2, section 8).
  const refusal =
    remove.error instanceof ApiError && (remove.error.isUnexplained || !remove.error.message)
      ? new Error(intl.formatMessage(inUse))
      : remove.error;
  return (
    <WarningDialog
      title={<FormattedMessage id="forms.deleteTitle" values={{ name }} />}
      confirmLabel={!users.isPending && used.length === 0 && <FormattedMessage id="scopes.deleteConfirm" />}
      isPending={remove.isPending}
      error={refusal ?? users.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <div aria-live="polite">
        {users.isPending && (
          <p className="hanse-scopes__waiting">
            <Spinner size="md" aria-hidden="true" />
            <FormattedMessage id="scopes.checkingUsage" />
          </p>
        )}
        {!users.isPending && used.length === 0 && (
          <p>
            <FormattedMessage {...(isGroup ? message("scopes.deleteGroup") : message("scopes.deleteScope"))} />
          </p>
        )}
        {used.length > 0 && <InUse message={intl.formatMessage(inUse)} users={used} />}
      </div>
    </WarningDialog>
  );
}

interface User {
  type: string;
  kind: string;
  id: string;
}

function InUse({ message, users }: { message: string; users: readonly User[] }) {
  const intl = useIntl();
  const more = users.length - NAMED;

  /** The title of a kind is a heading of many; of those on this screen there is a word for one. */
  function whatIs({ type, kind }: User) {
    const collection = COLLECTIONS.find((one) => kind.endsWith(`/${one}`));
    return collection ? intl.formatMessage({ id: `scopesKind.${collection}` }) : type;
  }

  return (
    <>
      <p>
        {message} <FormattedMessage id="scopes.usedBy" />
      </p>
      <ul className="hanse-scopes__users">
        {users.slice(0, NAMED).map((user) => (
          <li key={`${user.kind} ${user.id}`}>
            <FormattedMessage id="scopes.user" values={{ name: user.id, what: whatIs(user) }} />
          </li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage id="scopes.moreUsers" values={{ count: more }} />
          </li>
        )}
      </ul>
    </>
  );
}
