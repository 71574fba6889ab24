/** The one question before an item is deleted: what is lost, or what uses the item and so keeps it. */

import { Skeleton } from "@patternfly/react-core";
import { type QueryKey, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { admin } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { body } from "../../api/transport.ts";
import { useMessages } from "../../messages/Messages.tsx";
import { LoadFailed } from "../LoadFailed.tsx";
import { WarningDialog } from "./WarningDialog.tsx";
import "./userList.css";

interface DeleteDialogProps {
  /** The path of the item's collection in the admin API. */
  collection: string;
  id: string;
  name: string;
  remove: () => Promise<unknown>;
  /** The verb on the button. */
  confirmLabel: ReactNode;
  /** The consequences of the deletion. */
  children: ReactNode;
  /** The specification's text for an item in use; the server's refusal without a message shows it, too. */
  inUse?: Message;
  /** The specification's text for a failure, above the server's own. */
  failed?: Message;
  /** The keys of the queries that show the item or others of its kind. */
  queryKeys: readonly QueryKey[];
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { collection, id, name, confirmLabel, children, inUse, failed, onClose } = props;
  const intl = useIntl();
  const usages = useQuery(usedByQuery(collection, id));
  const deletion = useDeletion(props, () => void usages.refetch());
  // Cached users are not shown, because they may have changed.
  const users = usages.isFetching || !usages.data ? undefined : usersAmong(usages.data);
  const isUsed = users !== undefined && users.length > 0;
  return (
    <WarningDialog
      title={<FormattedMessage {...message(isUsed ? "forms.inUseTitle" : "forms.deleteTitle")} values={{ name }} />}
      confirmLabel={users && !isUsed && confirmLabel}
      isPending={deletion.isPending}
      error={isUsed ? null : refusalOf(deletion.error, inUse && intl.formatMessage(inUse, { count: 1 }))}
      {...(failed && { errorTitle: intl.formatMessage(failed) })}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <div className="hanse-dialog__usage" aria-live="polite">
        {users && !isUsed && children}
        {usages.isFetching && <Skeleton screenreaderText={intl.formatMessage({ id: "forms.checkingUsage" })} />}
        {usages.error && !usages.isFetching && (
          <LoadFailed error={usages.error} onRetry={() => void usages.refetch()} />
        )}
        {isUsed && (
          <>
            <p>
              <FormattedMessage {...(inUse ?? message("forms.inUse"))} values={{ count: users.length }} />
            </p>
            <h2 className="hanse-dialog__heading">{intl.formatMessage({ id: "forms.usedBy" })}</h2>
            <UserList users={users} />
          </>
        )}
      </div>
    </WarningDialog>
  );
}

function useDeletion({ id, name, remove, queryKeys, onDeleted, onClose }: DeleteDialogProps, readUsers: () => void) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const isAboutIt = ({ queryKey }: { queryKey: QueryKey }) => queryKey.at(-1) === id;
  return useMutation({
    mutationFn: remove,
    onMutate: () => messages.clearErrors(),
    onSuccess: () => {
      onDeleted();
      onClose();
      messages.success(intl.formatMessage({ id: "forms.deleted" }, { name }));
      for (const queryKey of queryKeys) {
        // The deleted item itself is not read again.
        client.removeQueries({ queryKey, type: "inactive", predicate: isAboutIt });
        void client.invalidateQueries({ queryKey, predicate: (query) => !isAboutIt(query) });
      }
    },
    onError: (error) => {
      // Another administrator may have started to use the item while the dialog was open.
      if (error instanceof ApiError && error.status === 422) readUsers();
    },
  });
}

/** Returns the error to show. A refusal without a message of its own shows the specification's text instead. */
function refusalOf(error: Error | null, inUse: string | undefined): Error | string | null {
  const isSilent = error instanceof ApiError && (error.isUnexplained || !error.message);
  return isSilent && inUse ? inUse : error;
}

const SHOWN = 10;

/** The users of an item: each with a link to its page, for administrators who may open it. */
function UserList({ users }: { users: readonly Usage[] }) {
  const more = users.length - SHOWN;
  return (
    <ul className="hanse-users">
      {users.slice(0, SHOWN).map((user) => (
        <li key={`${user.kind} ${user.id} ${user.path}`}>
          <User user={user} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <FormattedMessage id="forms.moreUsers" values={{ count: more }} />
        </li>
      )}
    </ul>
  );
}

function User({ user }: { user: Usage }) {
  const name = isOnlyOne(user) ? user.type : (user.name ?? user.id);
  return (
    <>
      {user.page ? <Link to={user.page as NonNullable<LinkProps["to"]>}>{name}</Link> : name}{" "}
      {!isOnlyOne(user) && <span className="hanse-users__type">{user.type}</span>}
    </>
  );
}

/** One reference to an item. */
interface Usage {
  /** The title of the user's kind. */
  type: string;
  /** The path of the user's collection, without the first slash. */
  kind: string;
  id: string;
  /** The field that has the reference. */
  path: string;
  /** The user's name, for those who may read it. */
  name?: string;
  /** The address of the user's page in the console, for those who may read it. */
  page?: string;
  /** True for a reference that is removed together with its target and so does not prevent a deletion. */
  released?: boolean;
}

/** The id that the server gives to documents of which there is exactly one. */
const ONLY_ONE = "-";

function usedByQuery(collection: string, id: string) {
  return queryOptions({
    queryKey: ["usedBy", collection, id],
    queryFn: async (): Promise<readonly Usage[]> => {
      const path = `/internal/usedBy${collection}/{id}` as "/internal/usedBy/oauth/issuers/{id}";
      const answer = await body(admin.GET(path, { params: { path: { id } } }));
      return (answer as unknown as { items: readonly Usage[] }).items; // Its schema says no more than "an object".
    },
    // A decision to delete requires the stored state of now.
    gcTime: 0,
    staleTime: 0,
  });
}

/** The users that prevent a deletion, each of them once, however many of its fields refer to the item. */
function usersAmong(usages: readonly Usage[]): Usage[] {
  const holding = usages.filter(({ released }) => !released);
  return [...new Map(holding.map((usage) => [`${usage.kind} ${usage.id}`, usage])).values()];
}

function isOnlyOne({ id }: Usage): boolean {
  return id === ONLY_ONE;
}
