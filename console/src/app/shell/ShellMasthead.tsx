import {
  Label,
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
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
import { HelpMenu } from "./HelpMenu.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";
import { shellText as text } from "./text.ts";

interface ShellMastheadProps {
  settings: UiSettings | undefined;
  open: boolean;
  onToggle: () => void;
}

export function ShellMasthead({ settings, open, onToggle }: ShellMastheadProps) {
  const intl = useIntl();
  const title = settings?.consoleTitle || intl.formatMessage(text.product);
  return (
    <Masthead>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton
            variant="plain"
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
              <Link {...props} to={paths.home} aria-label={intl.formatMessage(text.homeLink, { title })} />
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
        <Toolbar isStatic>
          <ToolbarContent>
            {settings?.environment && <Environment name={settings.environment} />}
            <ToolbarGroup align={{ default: "alignEnd" }} gap={{ default: "gapNone", md: "gapSm" }}>
              <ToolbarItem>
                <ThemeMenu />
              </ToolbarItem>
              <ToolbarItem>
                <HelpMenu settings={settings} />
              </ToolbarItem>
              <ToolbarItem>
                <AccountMenu />
              </ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  );
}

function Environment({ name }: { name: string }) {
  return (
    <ToolbarItem className="hanse-environment">
      <Tooltip content={<FormattedMessage {...text.environment} values={{ environment: name }} />}>
        <Label color="blue" variant="outline" tabIndex={0}>
          {environmentLabel(name)}
        </Label>
      </Tooltip>
    </ToolbarItem>
  );
}
