import { AlertActionCloseButton, AlertActionLink } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import {
  administratorsQuery,
  databaseQuery,
  isDatabaseAway,
  licenceStatusQuery,
  replicationQuery,
} from "../../features/banners/queries.ts";
import { consoleInfoQuery } from "../../features/nodes/consoleInfo.ts";
import type { NavItem } from "../../platform/api/session.ts";
import { onAnswer } from "../../platform/api/transport.ts";
import { trailTo } from "../../platform/page/navigation.ts";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Alert } from "../../platform/ui/Alert.tsx";
import { type Banner, bannersOf } from "./banners.ts";
import { dismiss, dismissals } from "./dismissals.ts";
import "./banners.css";

interface BannersProps {
  /** Where they lead; undefined until it is known. */
  tree: readonly NavItem[] | undefined;
  /** Whether there is a screen below them already, which had to stay where it is. */
  isShown: boolean;
  /** They have their place, and a screen may be shown. */
  onPlaced: () => void;
}

/**
 * The warnings above every screen (specification 2, section 2). Nothing moves below the hands of who works there: what
 * is heard of later lies over the page until the next one is opened, and what is over leaves its place empty until then.
 */
export function Banners({ tree, isShown, onPlaced }: BannersProps) {
  const intl = useIntl();
  const page = useRouterState({ select: (state) => state.location.pathname });
  const { banners, isKnown, put } = useBanners();
  const [placed, setPlaced] = useState<{ page: string; banners: readonly Banner[] }>();
  const isPlaced = placed !== undefined;
  useReplicationOfChanges();
  useDatabaseOfAnswers();

  if (placed?.page !== page && (isShown || (isKnown && tree))) {
    setPlaced({ page, banners: isPlaced || !isShown ? banners : [] });
  }
  useEffect(() => {
    if (isPlaced) onPlaced();
  }, [isPlaced, onPlaced]);

  const above = placed?.banners ?? [];
  const late = isPlaced ? banners.filter(({ id }) => !above.some((banner) => banner.id === id)) : [];

  function show(banner: Banner, onPlace?: () => void) {
    const trail = banner.path === undefined ? [] : trailTo(tree ?? [], banner.path);
    return <OneBanner banner={banner} trail={trail} onDismiss={() => put(banner.id)} onPlace={onPlace} />;
  }

  return (
    // There from the start, so that what appears in it is announced.
    <section className="hanse-banners" aria-label={intl.formatMessage({ id: "banners.area" })} aria-live="polite">
      <div className="hanse-banners__above">
        {above.map((before) => {
          const now = banners.find(({ id }) => id === before.id);
          if (now) return <div key={before.id}>{show(now)}</div>;
          // Dismissed by hand, its place goes as well.
          if (before.dismissible && dismissals().has(before.id)) return null;
          return (
            <div key={before.id} className="hanse-banners__over" aria-hidden="true" inert>
              {show(before)}
            </div>
          );
        })}
      </div>
      <div className="hanse-banners__late">
        {late.map((banner) => (
          <div key={banner.id}>
            {show(banner, banner.dismissible ? undefined : () => setPlaced({ page, banners: [...above, banner] }))}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Those that there is cause for and nobody has dismissed, and whether the server has said so of all. */
function useBanners() {
  const [gone, setGone] = useState(dismissals);
  const licence = useQuery(licenceStatusQuery);
  const database = useQuery(databaseQuery);
  const administrators = useQuery(administratorsQuery);
  const consoles = useQuery(consoleInfoQuery);
  const replication = useQuery(replicationQuery);
  const banners = bannersOf({
    licence: licence.data,
    database: database.data,
    administrators: administrators.data,
    consoles: consoles.data,
    replication: replication.data,
  }).filter(({ id, dismissible }) => !(dismissible && gone.has(id)));
  const isKnown = [licence, database, administrators, consoles, replication].every(({ isFetched }) => isFetched);

  function put(id: string) {
    dismiss(id);
    setGone(dismissals());
  }

  return { banners, isKnown, put };
}

const SERVICE_UNAVAILABLE = 503;

/** Asks about the database with the first answer that it is away, and with the first other one after that. */
function useDatabaseOfAnswers(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = databaseQuery;
    return onAnswer((status) => {
      const isAway = status === SERVICE_UNAVAILABLE;
      // Its own answers are heard as well, while it is being asked.
      if (isAway === isDatabaseAway(client.getQueryData(queryKey)) || client.isFetching({ queryKey }) > 0) return;
      void client.invalidateQueries({ queryKey });
    });
  }, [client]);
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
  /** Puts one that lies over the page above it. */
  onPlace?: (() => void) | undefined;
}

function OneBanner({ banner, trail, onDismiss, onPlace }: OneBannerProps) {
  const intl = useIntl();
  const { title, body } = useWords(banner);
  const here = useRouterState({ select: (state) => state.location.pathname });
  const leaf = trail.at(-1);
  return (
    <Alert
      variant={banner.severity}
      title={title}
      {...(banner.dismissible && {
        actionClose: (
          <AlertActionCloseButton
            aria-label={intl.formatMessage({ id: "banners.dismiss" }, { title })}
            onClose={onDismiss}
          />
        ),
      })}
      {...(onPlace && {
        actionLinks: <AlertActionLink onClick={onPlace}>{intl.formatMessage({ id: "banners.place" })}</AlertActionLink>,
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
      return { title: kind.title || intl.formatMessage({ id: "banners.databaseAway" }), body: kind.body };
    case "synchronization":
      return {
        title: intl.formatMessage({ id: "banners.synchronization" }),
        body: kind.since ? (
          <FormattedMessage id="banners.lateSynchronized" values={{ since: show(kind.since) }} />
        ) : (
          <FormattedMessage id="banners.neverSynchronized" />
        ),
      };
    case "replication":
      return {
        title: intl.formatMessage({ id: "banners.replication" }),
        body: (
          <>
            <FormattedMessage
              id="banners.replicationNodes"
              values={{ failed: kind.failed, outOfDate: kind.outOfDate }}
            />{" "}
            {kind.reasons.join(" ")}
          </>
        ),
      };
    case "administrators":
      return {
        title: intl.formatMessage({ id: "banners.administrators" }),
        body: <FormattedMessage id="banners.administratorNames" values={{ names: intl.formatList(kind.names) }} />,
      };
    case "required":
      return {
        title: intl.formatMessage({ id: "banners.required" }),
        body: <FormattedMessage id="banners.requiredBody" />,
      };
  }
}
