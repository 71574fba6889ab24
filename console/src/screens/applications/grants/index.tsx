/** Grants at /applications/oauth/grants: what users have granted to clients, found by user and client, and revoked. */
import { Button, EmptyState, EmptyStateBody, Form } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { TextField } from "../../../platform/forms/fields/TextField.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { headingOnceGone, useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import { type Filter, GRANTS, type Grant, grantsQuery, revokeGrant } from "./api.ts";
import { GrantTable } from "./GrantTable.tsx";
import "./grants.css";

const EVERYBODY: Filter = { userKey: "", clientId: "" };

export default function Grants() {
  const [filter, setFilter] = useState(EVERYBODY);
  return (
    <Screen>
      <div className="hanse-grants">
        <Search filter={filter} onSearch={setFilter} />
        <Found key={`${filter.userKey} ${filter.clientId}`} filter={filter} />
      </div>
    </Screen>
  );
}

function Found({ filter }: { filter: Filter }) {
  const isEditable = useAccess() === "editable";
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    grantsQuery(filter),
  );
  const [revoking, setRevoking] = useState<Grant>();
  const grants = data?.pages.flatMap(({ items }) => items);
  const focusAfter = useFocusAfterRender(grants?.map(({ id }) => id));
  if (error && !grants) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!grants) return <Loading height="12rem" />;
  if (grants.length === 0) {
    return (
      <EmptyState icon={KeyIcon} headingLevel="h2" titleText={<FormattedMessage id="grants.emptyTitle" />}>
        <EmptyStateBody>
          <FormattedMessage id="grants.emptyBody" />
        </EmptyStateBody>
      </EmptyState>
    );
  }
  return (
    <>
      <GrantTable grants={grants} onRevoke={isEditable ? setRevoking : undefined} />
      {error && <LoadFailed error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <div>
          <Button variant="secondary" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <FormattedMessage id="choice.more" />
          </Button>
        </div>
      )}
      {revoking && (
        <RevokeDialog
          grant={revoking}
          onRevoked={() => focusAfter(headingOnceGone(revoking.id))}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

interface SearchProps {
  filter: Filter;
  onSearch: (filter: Filter) => void;
}

/** Whose grants are to be listed. Both values have to match exactly, so nothing is searched while somebody types. */
function Search({ filter, onSearch }: SearchProps) {
  const { register, handleSubmit } = useForm<Filter>({ defaultValues: filter });
  const search = handleSubmit(({ userKey, clientId }) =>
    onSearch({ userKey: userKey.trim(), clientId: clientId.trim() }),
  );
  return (
    <Form className="hanse-grants__search" role="search" onSubmit={(event) => void search(event)} noValidate>
      <TextField
        field={register("userKey")}
        label={<FormattedMessage id="grants.userKey" />}
        help={<FormattedMessage id="grants.userKeyHelp" />}
        error={undefined}
      />
      <TextField
        field={register("clientId")}
        label={<FormattedMessage id="grants.clientId" />}
        help={<FormattedMessage id="grants.clientIdHelp" />}
        error={undefined}
      />
      <div className="hanse-grants__button">
        <Button type="submit">
          <FormattedMessage id="grants.search" />
        </Button>
      </div>
    </Form>
  );
}

interface RevokeDialogProps {
  grant: Grant;
  onRevoked: () => void;
  onClose: () => void;
}

/** Asks before a grant is revoked. */
function RevokeDialog({ grant, onRevoked, onClose }: RevokeDialogProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const values = { user: grant.userKey, client: grant.clientName ?? grant.clientId };
  const revoke = useMutation({
    mutationFn: () => revokeGrant(grant.id),
    onSuccess: () => {
      onClose();
      onRevoked();
      messages.success(intl.formatMessage({ id: "grants.revoked" }, values));
      void client.invalidateQueries({ queryKey: GRANTS });
    },
  });
  return (
    <WarningDialog
      title={<FormattedMessage id="grants.revokeTitle" values={values} />}
      confirmLabel={<FormattedMessage id="grants.revokeConfirm" />}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="grants.revokeBody" />
      </p>
    </WarningDialog>
  );
}
