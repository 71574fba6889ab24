import { AlertActionCloseButton, AlertActionLink } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import {
  administratorsQuery,
  databaseQuery,
  isDatabaseAway,
  licenseStatusQuery,
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
  /** The links of the banners; undefined until they are known. */
  tree: readonly NavItem[] | undefined;
  /** True if a screen is already shown below them, which must not move. */
  isShown: boolean;
  /** Called when the banners have their space and a screen may be shown. */
  onPlaced: () => void;
}

/**
 * The warnings above every screen (specification 2, section 2). They never move a page that is in use: new banners lie
 * over the page until another one is opened, and removed ones leave their space empty until then.
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
    // Rendered from the start, so that additions are announced.
    <section className="hanse-banners" aria-label={intl.formatMessage({ id: "banners.area" })} aria-live="polite">
      <div className="hanse-banners__above">
        {above.map((before) => {
          const now = banners.find(({ id }) => id === before.id);
          if (now) return <div key={before.id}>{show(now)}</div>;
          // If a banner is dismissed by the user, its space is removed as well.
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

/** The current banners that were not dismissed, and true once the server has answered all queries. */
function useBanners() {
  const [gone, setGone] = useState(dismissals);
  const license = useQuery(licenseStatusQuery);
  const database = useQuery(databaseQuery);
  const administrators = useQuery(administratorsQuery);
  const consoles = useQuery(consoleInfoQuery);
  const replication = useQuery(replicationQuery);
  const banners = bannersOf({
    license: license.data,
    database: database.data,
    administrators: administrators.data,
    consoles: consoles.data,
    replication: replication.data,
  }).filter(({ id, dismissible }) => !(dismissible && gone.has(id)));
  const isKnown = [license, database, administrators, consoles, replication].every(({ isFetched }) => isFetched);

  function put(id: string) {
    dismiss(id);
    setGone(dismissals());
  }

  return { banners, isKnown, put };
}

const SERVICE_UNAVAILABLE = 503;

/** Reads the database status after the first answer that it cannot be reached, and after the first success. */
function useDatabaseOfAnswers(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = databaseQuery;
    return onAnswer((status) => {
      const isAway = status === SERVICE_UNAVAILABLE;
      // The query's own answers arrive here as well, while it is running.
      if (isAway === isDatabaseAway(client.getQueryData(queryKey)) || client.isFetching({ queryKey }) > 0) return;
      void client.invalidateQueries({ queryKey });
    });
  }, [client]);
}

/** A change here may require replication, or just was a replication: the banner is updated at once. */
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
  /** The link to the page that resolves the cause; empty for those who cannot open it. */
  trail: readonly NavItem[];
  onDismiss: () => void;
  /** Moves a banner that lies over the page to the space above it. */
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
    case "reported":
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
