import { Skeleton } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError } from "../../../api/errors.ts";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { paths } from "../../../app/paths.ts";
import { WarningDialog } from "../../../forms/dialog/WarningDialog.tsx";
import { LoadFailed } from "../../../forms/LoadFailed.tsx";
import { message } from "../../../messages.ts";
import { deleteIssuer, ISSUERS, type Issuer, type Usage, usageQuery } from "./api.ts";

interface DeleteDialogProps {
  issuer: Issuer;
  onDeleted: () => void;
  onClose: () => void;
}

const KEY_SETS = "keyPairs/oauthOpenIdConnect/additionalKeySets";

/** Says what uses the issuer, or what is lost with it. */
export function DeleteDialog({ issuer: { id, name }, onDeleted, onClose }: DeleteDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(usageQuery(id));
  const remove = useMutation({
    mutationFn: () => deleteIssuer(id),
    onSuccess: () => {
      onClose();
      onDeleted();
      messages.success(intl.formatMessage({ id: "forms.deleted" }, { name }));
      // Not what is asked about this one: it is gone.
      void client.invalidateQueries({ queryKey: ISSUERS, predicate: ({ queryKey }) => !queryKey.includes(id) });
    },
    onError: (failure) => {
      // Somebody began to use it while this was open: what does is asked for again, and said.
      if (failure instanceof ApiError && failure.status === 422) void refetch();
    },
  });
  // The message for a refusal without one of the server's own (specification 2, section 8).
  const refusal =
    remove.error instanceof ApiError && remove.error.isUnexplained
      ? new Error(intl.formatMessage({ id: "virtualIssuers.inUse" }))
      : remove.error;
  const usages = isFetching ? undefined : data;
  const isUsed = usages !== undefined && usages.length > 0;
  return (
    <WarningDialog
      title={
        <FormattedMessage
          {...(isUsed ? message("forms.inUseTitle") : message("forms.deleteTitle"))}
          values={{ name }}
        />
      }
      confirmLabel={usages && !isUsed && <FormattedMessage id="virtualIssuers.deleteConfirm" />}
      isPending={remove.isPending}
      error={isUsed ? null : refusal}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isFetching && <Skeleton screenreaderText={intl.formatMessage({ id: "virtualIssuers.checking" })} />}
      {usages && (
        <p>
          <FormattedMessage {...(isUsed ? message("virtualIssuers.inUse") : message("virtualIssuers.deleteBody"))} />
        </p>
      )}
      {error && !isFetching && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {isUsed && <UsageList usages={usages} />}
    </WarningDialog>
  );
}

function UsageList({ usages }: { usages: readonly Usage[] }) {
  return (
    <>
      <h2 className="hanse-issuer__users">
        <FormattedMessage id="forms.usedBy" />
      </h2>
      <ul className="hanse-issuer__usages">
        {usages.map(({ type, kind, id, name }) => (
          <li key={`${kind} ${id}`}>
            {kind === KEY_SETS ? (
              <Link to={paths.editKeySet} params={{ id }}>
                {name ?? id}
              </Link>
            ) : (
              (name ?? id)
            )}{" "}
            <span className="hanse-issuer__type">{type}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
