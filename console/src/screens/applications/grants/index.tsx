/** Grants at /applications/oauth/grants: what users have granted to clients, found by user and client, and revoked. */

import { Button, EmptyState, EmptyStateBody, Skeleton } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { useFocusOnceGone } from "../../../platform/list/useFocusOnceGone.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { type Filter, type Grant, grantsQuery } from "./api.ts";
import { GrantTable } from "./GrantTable.tsx";
import { RevokeDialog } from "./RevokeDialog.tsx";
import { Search } from "./Search.tsx";
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
  const intl = useIntl();
  const isEditable = useAccess() === "editable";
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    grantsQuery(filter),
  );
  const [revoking, setRevoking] = useState<Grant>();
  const grants = data?.pages.flatMap(({ items }) => items);
  const focusOnceGone = useFocusOnceGone(grants?.map(({ id }) => id));
  if (error && !grants) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!grants) return <Skeleton height="12rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />;
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
          onRevoked={() => focusOnceGone(revoking.id)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
