import {
  DropdownItem,
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
} from "@patternfly/react-core";
import AdjustIcon from "@patternfly/react-icons/dist/esm/icons/adjust-icon";
import BarsIcon from "@patternfly/react-icons/dist/esm/icons/bars-icon";
import BellIcon from "@patternfly/react-icons/dist/esm/icons/bell-icon";
import QuestionCircleIcon from "@patternfly/react-icons/dist/esm/icons/question-circle-icon";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ENDPOINT_KINDS, endpointTitles, isEndpointKind, openEndpoints } from "../features/endpoints.ts";
import { useConsoleRole } from "../features/nodes/consoleInfo.ts";
import { notificationsQuery } from "../features/notifications.ts";
import { message } from "../messages.ts";
import { paths } from "../paths.ts";
import type { NavItem, UiSettings } from "../platform/api/session.ts";
import { trailTo } from "../platform/page/navigation.ts";
import { helpLinkKey } from "../platform/page/uiSettings.ts";
import { IconMenu } from "../platform/ui/IconMenu.tsx";
import { Seal } from "../platform/ui/Seal.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { SearchButton } from "./search/SearchButton.tsx";

// Most installations configure neither, and then do not load them.
const CloudHome = lazy(() => import("./CloudHome.tsx").then(({ CloudHome: component }) => ({ default: component })));
const Environment = lazy(() =>
  import("./Environment.tsx").then(({ Environment: component }) => ({ default: component })),
);

interface ShellMastheadProps {
  settings: UiSettings | undefined;
  /** True on a passive console: no navigation, search and notifications. */
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
          <MastheadLogo component={HomeLink} aria-label={intl.formatMessage({ id: "shell.homeLink" }, { title })}>
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

/** A separate component, so that the link remains the same element, with the focus and the tour's step. */
function HomeLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} to={paths.home} data-tour="home" />;
}

const About = lazy(() => import("./About.tsx").then(({ About: component }) => ({ default: component })));

/** The key in documentationUrls that the help menu opens (specification 3, section 2.2). */
const MAIN_DOCUMENTATION = "main-menu";

interface HelpMenuProps {
  settings: UiSettings | undefined;
  /** Starts the guided tour; only where the tour is available. */
  onTour: (() => void) | undefined;
}

function HelpMenu({ settings, onTour }: HelpMenuProps) {
  const intl = useIntl();
  const [about, setAbout] = useState(false);
  const { data: ofPage } = useQuery({ queryKey: helpLinkKey, queryFn: skipToken, initialData: "" });
  const documentation = ofPage || settings?.documentationUrls?.[MAIN_DOCUMENTATION];
  return (
    <>
      <IconMenu
        label={intl.formatMessage({ id: "shell.help" })}
        icon={<QuestionCircleIcon />}
        tourAnchor="help"
        onSelect={(value) => {
          setAbout(value === "about");
          if (value === "tour") onTour?.();
          if (isEndpointKind(value)) openEndpoints(value);
        }}
      >
        {documentation && (
          <DropdownItem value="documentation" to={documentation} target="_blank" rel="noreferrer" isExternalLink>
            <FormattedMessage id="shell.documentation" />
          </DropdownItem>
        )}
        {ENDPOINT_KINDS.map((kind) => (
          <DropdownItem key={kind} value={kind}>
            <FormattedMessage {...endpointTitles[kind]} />
          </DropdownItem>
        ))}
        <DropdownItem value="about" isDisabled={!settings}>
          <FormattedMessage id="shell.about" />
        </DropdownItem>
        {onTour && <DropdownItem value="tour">{intl.formatMessage({ id: "shell.tour" })}</DropdownItem>}
      </IconMenu>
      {about && settings && (
        <Suspense>
          <About settings={settings} onClose={() => setAbout(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The types of public/theme.js, which selects and applies the theme. */
const themeChoices = ["system", "light", "dark", "contrast"] as const;
type ThemeChoice = (typeof themeChoices)[number];

declare global {
  interface Window {
    hanseTheme?: { chosen: () => ThemeChoice; choose: (choice: ThemeChoice) => void };
  }
}

function chosenTheme(): ThemeChoice {
  return window.hanseTheme?.chosen() ?? "system";
}

function chooseTheme(choice: ThemeChoice): void {
  window.hanseTheme?.choose(choice);
}

function ThemeMenu() {
  const intl = useIntl();
  const [choice, setChoice] = useState(chosenTheme);
  return (
    <IconMenu
      label={intl.formatMessage({ id: "shell.theme" })}
      icon={<AdjustIcon />}
      onSelect={(value) => {
        chooseTheme(value as ThemeChoice);
        setChoice(chosenTheme());
      }}
    >
      {themeChoices.map((one) => (
        <DropdownItem key={one} value={one} isSelected={one === choice}>
          <FormattedMessage id={`shell.${one}`} />
        </DropdownItem>
      ))}
    </IconMenu>
  );
}

/** The bell (specification 3, section 2.2). A notification opens the page on which its cause can be resolved. */
export function NotificationsMenu({ tree }: { tree: readonly NavItem[] }) {
  const intl = useIntl();
  const navigate = useNavigate();
  // A passive console refuses the call, so nothing is requested before the role is known.
  const isActive = useConsoleRole() === "ACTIVE";
  const { data: items = [], isError, refetch } = useQuery({ ...notificationsQuery, enabled: isActive });

  function go(id: string): void {
    const path = items.find((item) => item.id === id)?.path;
    if (path && trailTo(tree, path).length > 0) void navigate({ to: path });
  }

  return (
    <IconMenu
      tourAnchor="notifications"
      label={intl.formatMessage({ id: "shell.notifications" }, { count: items.length })}
      icon={
        <span className="hanse-bell">
          <BellIcon />
          {items.length > 0 && (
            // The number is in the button's label; this is its visible form.
            <span className="hanse-bell__count" data-count={items.length} />
          )}
        </span>
      }
      onOpen={() => void refetch()}
      onSelect={go}
    >
      {items.map(({ id, label, description }) => (
        <DropdownItem key={id} value={id} description={description} className="hanse-notification">
          {label}
        </DropdownItem>
      ))}
      {items.length === 0 && (
        <DropdownItem isAriaDisabled>
          <FormattedMessage {...(isError ? message("shell.notificationsFailed") : message("shell.noNotifications"))} />
        </DropdownItem>
      )}
    </IconMenu>
  );
}
