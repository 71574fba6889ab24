import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
  Tooltip,
} from "@patternfly/react-core";
import BarsIcon from "@patternfly/react-icons/dist/esm/icons/bars-icon";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import type { UiSettings } from "../../api/session.ts";
import { Seal } from "../../ui/Seal.tsx";
import { environmentLabel } from "../environment.ts";
import { paths } from "../paths.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { CloudHome } from "./CloudHome.tsx";
import { HelpMenu } from "./HelpMenu.tsx";
import { NotificationsMenu } from "./NotificationsMenu.tsx";
import { SearchButton } from "./search/SearchButton.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";
import { shellText as text } from "./text.ts";

interface ShellMastheadProps {
  settings: UiSettings | undefined;
  open: boolean;
  onToggle: () => void;
  onTour: (() => void) | undefined;
}

export function ShellMasthead({ settings, open, onToggle, onTour }: ShellMastheadProps) {
  const intl = useIntl();
  const title = settings?.consoleTitle || intl.formatMessage(text.product);
  return (
    <Masthead display={{ default: "inline" }}>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton
            aria-label={intl.formatMessage(text.toggle)}
            isSidebarOpen={open}
            onSidebarToggle={onToggle}
          >
            <BarsIcon />
          </PageToggleButton>
        </MastheadToggle>
        <MastheadBrand>
          <MastheadLogo
            component={(props) => (
              <Link
                {...props}
                to={paths.home}
                data-tour="home"
                aria-label={intl.formatMessage(text.homeLink, { title })}
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
          {settings?.environment && <Environment name={settings.environment} />}
          <div className="hanse-masthead__menus">
            {settings && <CloudHome settings={settings} />}
            <SearchButton tree={settings?.navTree} />
            <NotificationsMenu tree={settings?.navTree ?? []} />
            <ThemeMenu />
            <HelpMenu settings={settings} onTour={onTour} />
            <AccountMenu />
          </div>
        </div>
      </MastheadContent>
    </Masthead>
  );
}

function Environment({ name }: { name: string }) {
  return (
    <Tooltip content={<FormattedMessage {...text.environment} values={{ environment: name }} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip has the whole name, and the keyboard must reach it. */}
      <span className="hanse-environment" tabIndex={0}>
        {environmentLabel(name)}
      </span>
    </Tooltip>
  );
}
