import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
} from "@patternfly/react-core";
import BarsIcon from "@patternfly/react-icons/dist/esm/icons/bars-icon";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useIntl } from "react-intl";
import { paths } from "../paths.ts";
import type { UiSettings } from "../platform/api/session.ts";
import { Seal } from "../platform/ui/Seal.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { HelpMenu } from "./HelpMenu.tsx";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { SearchButton } from "./search/SearchButton.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";

// Most installations name neither, and then load neither.
const CloudHome = lazy(() => import("./CloudHome.tsx").then(({ CloudHome: component }) => ({ default: component })));
const Environment = lazy(() =>
  import("./Environment.tsx").then(({ Environment: component }) => ({ default: component })),
);

interface ShellMastheadProps {
  settings: UiSettings | undefined;
  /** Of a passive console: without navigation, search and notifications. */
  reduced?: boolean;
  open?: boolean;
  onToggle?: () => void;
  onTour?: (() => void) | undefined;
}

export function ShellMasthead({ settings, reduced, open = false, onToggle, onTour }: ShellMastheadProps) {
  const intl = useIntl();
  const { pingOneAdminUrlRegion: region, pingOneAdminUrlEnvironmentId: environment } = settings ?? {};
  const title = settings?.consoleTitle || intl.formatMessage({ id: "shell.product" });
  return (
    <Masthead display={{ default: "inline" }}>
      <MastheadMain>
        {onToggle && (
          <MastheadToggle>
            <PageToggleButton
              aria-label={intl.formatMessage({ id: "shell.toggle" })}
              isSidebarOpen={open}
              onSidebarToggle={onToggle}
            >
              <BarsIcon />
            </PageToggleButton>
          </MastheadToggle>
        )}
        <MastheadBrand>
          <MastheadLogo
            component={(props) => (
              <Link
                {...props}
                to={paths.home}
                data-tour="home"
                aria-label={intl.formatMessage({ id: "shell.homeLink" }, { title })}
              />
            )}
          >
            <span className="hanse-brand">
              <Seal />
              <span className="hanse-brand__name">{title}</span>
            </span>
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <div className="hanse-masthead">
          <Suspense>{settings?.environment && <Environment name={settings.environment} />}</Suspense>
          <div className="hanse-masthead__menus">
            <Suspense>{region && environment && <CloudHome region={region} environment={environment} />}</Suspense>
            {!reduced && <SearchButton tree={settings?.navTree} />}
            {!reduced && <NotificationsMenu tree={settings?.navTree ?? []} />}
            <ThemeMenu />
            <HelpMenu settings={settings} onTour={onTour} />
            <AccountMenu />
          </div>
        </div>
      </MastheadContent>
    </Masthead>
  );
}
