/** Cluster Management at /system/server/cluster-management: the replication status (specification 2, section 2). */

import { Button, EmptyState, EmptyStateBody, EmptyStateFooter, Popover, Skeleton } from "@patternfly/react-core";
import ServerIcon from "@patternfly/react-icons/dist/esm/icons/server-icon";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { replicationQuery } from "../../../features/banners/queries.ts";
import { consoleInfoQuery } from "../../../features/nodes/consoleInfo.ts";
import { message } from "../../../messages.ts";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { Screen } from "../../../platform/page/Screen.tsx";
import { useUiSettings } from "../../../platform/page/uiSettings.ts";
import { mayChange, useSession } from "../../../platform/session/SessionProvider.tsx";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { NewTabLink } from "../../../platform/ui/NewTabLink.tsx";
import { Actions, StatusView } from "./StatusView.tsx";
import { Unauthorized } from "./Unauthorized.tsx";
import { activeConsole, LIVE, replicationOf, type Status, statusQuery, switchToActive } from "./view.ts";
import "./cluster-management.css";

export default function ClusterManagement() {
  const { settings } = useUiSettings();
  useSwitched();
  if (!settings) return <Frame>{<Waiting />}</Frame>;
  if (!settings.adminVisible) return <Unauthorized />;
  return <Watched />;
}

/** Polls the state, and is rendered only for those who may see it. */
function Watched() {
  const session = useSession();
  const mayReplicate = mayChange(session, "ADMINISTRATOR");
  const about = useQuery({ ...consoleInfoQuery, ...LIVE });
  const info = about.data;
  // On a standalone server, the server refuses the call.
  const isStandalone = info !== undefined && !info.data.clustered;
  const { data: status, ...answer } = useQuery({ ...statusQuery, enabled: info !== undefined && !isStandalone });
  useKnownAbove(status, answer.dataUpdatedAt);
  const isPassive = info?.data.role === "PASSIVE";
  const isPart = status && info;
  const error = answer.error ?? (info ? null : about.error);

  return (
    <Frame
      isPassive={isPassive}
      action={
        isPart &&
        (isPassive ? (
          mayReplicate && <SwitchToActive active={activeConsole(status)?.address} etag={info.etag} />
        ) : (
          <Actions status={status} mayReplicate={mayReplicate} />
        ))
      }
    >
      {isStandalone ? (
        <Standalone />
      ) : isPart ? (
        <StatusView status={status} info={info.data} isStale={error !== null} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void (info ? answer : about).refetch()} />
      ) : (
        <Waiting />
      )}
    </Frame>
  );
}

/** Updates the banners with this page's state immediately, because it contains all of their data. */
function useKnownAbove(status: Status | undefined, updated: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (status && updated) client.setQueryData(replicationQuery.queryKey, replicationOf(status));
  }, [client, status, updated]);
}

interface FrameProps {
  isPassive?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

/** A passive console has no other page, so there is nothing to link to. */
function Frame({ isPassive = false, action, children }: FrameProps) {
  return (
    <Screen {...(isPassive && { breadcrumb: "none" as const })} action={action}>
      <div className="hanse-cluster">{children}</div>
    </Screen>
  );
}

function Waiting() {
  return (
    <>
      <Loading height="4rem" width="32rem" />
      <Skeleton height="12rem" />
    </>
  );
}

const COMMANDS = ["console", "engine"].map((mode) => `hanse serve --mode ${mode} --database postgresql://…`);

/** A standalone server: explains why there is no cluster, and how to form one. */
function Standalone() {
  const { settings } = useUiSettings();
  const guide = settings?.documentationUrls["server-clustering-guide"];
  return (
    <EmptyState icon={ServerIcon} headingLevel="h2" titleText={<FormattedMessage id="clusterManagement.alone" />}>
      <EmptyStateBody>
        <div className="hanse-cluster__alone">
          <p>
            <FormattedMessage id="clusterManagement.aloneBody" />
          </p>
          <p>
            <FormattedMessage id="clusterManagement.aloneCommands" />
          </p>
          <pre>
            <code>{COMMANDS.join("\n")}</code>
          </pre>
        </div>
      </EmptyStateBody>
      {guide && (
        <EmptyStateFooter>
          <NewTabLink to={guide}>
            <FormattedMessage id="clusterManagement.guide" />
          </NewTabLink>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}

/** The key of a message that is shown after the page was reloaded. */
const SWITCHED = "hanse.switched";

interface SwitchToActiveProps {
  /** The address of the active console, if it is running. */
  active: string | undefined;
  etag: string | undefined;
}

/** The button of a passive console. It asks for confirmation, because the active console may be in use. */
function SwitchToActive({ active, etag }: SwitchToActiveProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const change = useMutation({
    mutationFn: () => switchToActive(etag),
    onMutate: () => messages.clearErrors(),
    onSuccess: () => {
      window.sessionStorage.setItem(SWITCHED, "yes");
      window.location.reload();
    },
    onError: (error) => {
      messages.error(error, intl.formatMessage({ id: "clusterManagement.switchFailed" }));
      // The result of a faster switch is shown, and its ETag is used for the next try.
      void client.invalidateQueries({ queryKey: consoleInfoQuery.queryKey });
      void client.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
    onSettled: () => setConfirming(false),
  });
  return (
    <Popover
      isVisible={isConfirming}
      shouldOpen={() => setConfirming(true)}
      shouldClose={() => setConfirming(false)}
      withFocusTrap
      showClose={false}
      appendTo="inline"
      position="bottom-end"
      // Opens above if there is little space, where the masthead would cover the question.
      flipBehavior={["bottom-end", "bottom-start", "bottom"]}
      aria-label={intl.formatMessage({ id: "clusterManagement.switchTitle" })}
      // Only a body: header and footer of a Popover would be additional landmarks of the page.
      bodyContent={
        <div className="hanse-cluster__confirm">
          <h2>{intl.formatMessage({ id: "clusterManagement.switchTitle" })}</h2>
          <p>
            <FormattedMessage
              {...(active ? message("clusterManagement.switchBody") : message("clusterManagement.switchBodyAlone"))}
              values={{ address: <strong>{active}</strong> }}
            />
          </p>
          <div className="hanse-cluster__actions">
            <Button
              size="sm"
              isLoading={change.isPending}
              isDisabled={change.isPending}
              onClick={() => change.mutate()}
            >
              <FormattedMessage id="clusterManagement.switch" />
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setConfirming(false)}>
              <FormattedMessage id="forms.cancel" />
            </Button>
          </div>
        </div>
      }
    >
      <Button>{intl.formatMessage({ id: "clusterManagement.switch" })}</Button>
    </Popover>
  );
}

/** Confirms the switch of roles after the page was reloaded. */
function useSwitched(): void {
  const intl = useIntl();
  const messages = useMessages();
  useEffect(() => {
    if (window.sessionStorage.getItem(SWITCHED) === null) return;
    window.sessionStorage.removeItem(SWITCHED);
    messages.success(intl.formatMessage({ id: "clusterManagement.switched" }));
  }, [intl, messages]);
}
