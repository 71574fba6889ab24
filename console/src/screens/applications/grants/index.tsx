/** Grants at /applications/oauth/grants: users' grants to clients, found by user and client, and revoked. */

import { Button, EmptyState, EmptyStateBody, Form } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";
import { WarningDialog } from "../../../platform/forms/dialog/WarningDialog.tsx";
import { TextField } from "../../../platform/forms/fields/fields.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { headingOnceGone, useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
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

/** The filter by user and client. Both values must match exactly, so nothing is searched while the user types. */
function Search({ filter, onSearch }: { filter: Filter; onSearch: (filter: Filter) => void }) {
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

/** Asks before a grant is revoked. */
function RevokeDialog({ grant, onRevoked, onClose }: { grant: Grant; onRevoked: () => void; onClose: () => void }) {
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
      <p>{intl.formatMessage({ id: "grants.revokeBody" })}</p>
    </WarningDialog>
  );
}

interface GrantTableProps {
  grants: readonly Grant[];
  /** Absent for readers. */
  onRevoke: ((grant: Grant) => void) | undefined;
}

function GrantTable({ grants, onRevoke }: GrantTableProps) {
  const intl = useIntl();
  return (
    <DataTable
      aria-label={intl.formatMessage({ id: "grants.title" })}
      gridBreakPoint="grid-xl"
      rows={grants}
      keyOf={({ id }) => id}
      columns={[
        { head: message("grants.userKey"), cell: ({ userKey }) => userKey, className: "pf-m-break-word" },
        {
          head: message("grants.client"),
          cell: ({ clientName, clientId }) => (
            <>
              {clientName ?? clientId}
              {clientName && <span className="hanse-grants__id">{clientId}</span>}
            </>
          ),
          className: "pf-m-break-word",
        },
        { head: message("grants.grantType"), cell: ({ grantType }) => <GrantType value={grantType} /> },
        {
          head: message("grants.scopes"),
          cell: ({ scopes }) => scopes.join(" ") || "–",
          className: "pf-m-break-word",
        },
        { head: message("grants.issued"), cell: ({ issued }) => <Moment moment={issued} /> },
        { head: message("grants.updated"), cell: ({ updated }) => <Moment moment={updated} /> },
        {
          head: message("grants.expires"),
          cell: ({ expires }) => (expires ? <Moment moment={expires} /> : <FormattedMessage id="grants.never" />),
        },
        onRevoke && {
          head: message("grants.actions"),
          isHeadHidden: true,
          cell: (grant) => (
            <Button
              variant="link"
              isInline
              aria-label={intl.formatMessage(
                { id: "grants.revokeOf" },
                { user: grant.userKey, client: grant.clientName ?? grant.clientId },
              )}
              onClick={() => onRevoke(grant)}
            >
              <FormattedMessage id="grants.revoke" />
            </Button>
          ),
        },
      ]}
    />
  );
}

const GRANT_TYPES: Readonly<Record<string, Message>> = {
  AUTHORIZATION_CODE: message("grants.authorizationCode"),
  RESOURCE_OWNER_CREDENTIALS: message("grants.resourceOwnerCredentials"),
};

/** The grant type as text; a type that this version does not support is shown as it is. */
function GrantType({ value }: { value: string }) {
  const known = GRANT_TYPES[value];
  return known ? <FormattedMessage {...known} /> : value;
}

function Moment({ moment }: { moment: string }) {
  const format = useTimestamp();
  return <time dateTime={moment}>{format(moment)}</time>;
}

export type Grant = components["schemas"]["UserGrantView"];

/** The filter; an empty text means any user or any client. */
interface Filter {
  userKey: string;
  clientId: string;
}

const GRANTS = ["oauth/grants"] as const;
const PER_PAGE = 50;

/** Grants in the order of their IDs, page by page. */
const grantsQuery = ({ userKey, clientId }: Filter) =>
  infiniteQueryOptions({
    queryKey: [...GRANTS, userKey, clientId],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PER_PAGE,
        after: pageParam,
        ...(userKey && { userKey }),
        ...(clientId && { clientId }),
      };
      return body(admin.GET("/oauth/grants", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextAfter ?? undefined,
    // Not cached, because users grant and revoke all the time.
    gcTime: 0,
  });

async function revokeGrant(id: string): Promise<void> {
  await body(admin.DELETE("/oauth/grants/{id}", { params: { path: { id } } }));
}
