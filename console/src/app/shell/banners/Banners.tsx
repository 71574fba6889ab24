import { Alert, AlertActionCloseButton } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { NavItem } from "../../../api/session.ts";
import { consoleInfoQuery } from "../../consoleInfo.ts";
import { trailTo } from "../../navigation.ts";
import { useSession } from "../../session/SessionProvider.tsx";
import { useTimestamp } from "../../useTimestamp.ts";
import { type Banner, bannersOf } from "./banners.ts";
import { dismiss, dismissals } from "./dismissals.ts";
import { administratorsQuery, databaseQuery, licenceStatusQuery, replicationQuery } from "./queries.ts";
import { bannersText as text } from "./text.ts";
import "./banners.css";

/** The warnings above every screen; none for auditors (specification 2, section 2). */
export function Banners({ tree }: { tree: readonly NavItem[] }) {
  return useSession().auditor ? null : <Shown tree={tree} />;
}

function Shown({ tree }: { tree: readonly NavItem[] }) {
  const intl = useIntl();
  const [gone, setGone] = useState(dismissals);
  useReplicationOfChanges();
  const banners = bannersOf({
    licence: useQuery(licenceStatusQuery).data,
    database: useQuery(databaseQuery).data,
    administrators: useQuery(administratorsQuery).data,
    consoles: useQuery(consoleInfoQuery).data,
    replication: useQuery(replicationQuery).data,
  }).filter(({ id, dismissible }) => !(dismissible && gone.has(id)));

  function put(id: string) {
    dismiss(id);
    setGone(dismissals());
  }

  return (
    // There from the start, so that what appears in it is announced.
    <section className="hanse-banners" aria-label={intl.formatMessage(text.area)} aria-live="polite">
      {banners.map((banner) => (
        <OneBanner
          key={banner.id}
          banner={banner}
          trail={banner.path === undefined ? [] : trailTo(tree, banner.path)}
          onDismiss={() => put(banner.id)}
        />
      ))}
    </section>
  );
}

/** What was changed here may have to be replicated, or just was: who did it sees that at once. */
function useReplicationOfChanges(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "success") {
          void client.invalidateQueries({ queryKey: replicationQuery.queryKey });
        }
      }),
    [client],
  );
}

interface OneBannerProps {
  banner: Banner;
  /** The way to where the cause is dealt with; empty for whom it does not lead anywhere. */
  trail: readonly NavItem[];
  onDismiss: () => void;
}

function OneBanner({ banner, trail, onDismiss }: OneBannerProps) {
  const intl = useIntl();
  const { title, body } = useWords(banner);
  const here = useRouterState({ select: (state) => state.location.pathname });
  const leaf = trail.at(-1);
  return (
    <Alert
      isInline
      component="p"
      variant={banner.severity}
      title={title}
      {...(banner.dismissible && {
        actionClose: (
          <AlertActionCloseButton aria-label={intl.formatMessage(text.dismiss, { title })} onClose={onDismiss} />
        ),
      })}
    >
      {body} {leaf?.path && leaf.path !== here && <Link to={leaf.path}>{leaf.label}</Link>}
    </Alert>
  );
}

function useWords({ kind }: Banner): { title: string; body: ReactNode } {
  const intl = useIntl();
  const show = useTimestamp();
  switch (kind.name) {
    case "told":
      return { title: kind.title || intl.formatMessage(text.databaseAway), body: kind.body };
    case "synchronization":
      return {
        title: intl.formatMessage(text.synchronization),
        body: kind.since ? (
          <FormattedMessage {...text.lateSynchronized} values={{ since: show(kind.since) }} />
        ) : (
          <FormattedMessage {...text.neverSynchronized} />
        ),
      };
    case "replication":
      return {
        title: intl.formatMessage(text.replication),
        body: (
          <>
            <FormattedMessage {...text.replicationNodes} values={{ failed: kind.failed, outOfDate: kind.outOfDate }} />{" "}
            {kind.reasons.join(" ")}
          </>
        ),
      };
    case "administrators":
      return {
        title: intl.formatMessage(text.administrators),
        body: <FormattedMessage {...text.administratorNames} values={{ names: intl.formatList(kind.names) }} />,
      };
    case "required":
      return { title: intl.formatMessage(text.required), body: <FormattedMessage {...text.requiredBody} /> };
  }
}
