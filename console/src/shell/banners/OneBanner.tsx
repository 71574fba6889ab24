import { AlertActionCloseButton, AlertActionLink } from "@patternfly/react-core";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { NavItem } from "../../platform/api/session.ts";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Alert } from "../../platform/ui/Alert.tsx";
import type { Banner } from "./banners.ts";

interface OneBannerProps {
  banner: Banner;
  /** The way to where the cause is dealt with; empty for whom it does not lead anywhere. */
  trail: readonly NavItem[];
  onDismiss: () => void;
  /** Puts one that lies over the page above it. */
  onPlace?: (() => void) | undefined;
}

export function OneBanner({ banner, trail, onDismiss, onPlace }: OneBannerProps) {
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
          <AlertActionCloseButton
            aria-label={intl.formatMessage({ id: "banners.dismiss" }, { title })}
            onClose={onDismiss}
          />
        ),
      })}
      {...(onPlace && {
        actionLinks: (
          <AlertActionLink onClick={onPlace}>
            <FormattedMessage id="banners.place" />
          </AlertActionLink>
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
