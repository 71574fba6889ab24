/** The frame around every screen: masthead, navigation, message area, and what watches the session. */
import { Page, PageSidebar, PageSidebarBody, SkipToContent } from "@patternfly/react-core";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { MessagesProvider } from "../messages/Messages.tsx";
import { SessionWatch } from "../session/SessionWatch.tsx";
import { useUiSettings } from "../uiSettings.ts";
import { FocusOnNavigation } from "./FocusOnNavigation.tsx";
import { Navigation } from "./Navigation.tsx";
import "./shell.css";
import { ShellMasthead } from "./ShellMasthead.tsx";
import { shellText as text } from "./text.ts";

const CONTENT = "content";
/** PatternFly turns the sidebar into an overlay below this width. */
const WIDE = "(min-width: 1200px)";

export function Shell() {
  const { settings, unreachable, retry } = useUiSettings();
  const [open, setOpen] = useState(() => window.matchMedia(WIDE).matches);
  const path = useRouterState({ select: (state) => state.location.pathname });

  // On a narrow screen the navigation lies over the page: it makes way once a place is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this follows.
  useEffect(() => {
    if (!window.matchMedia(WIDE).matches) setOpen(false);
  }, [path]);

  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const follow = () => setOpen(wide.matches);
    wide.addEventListener("change", follow);
    return () => wide.removeEventListener("change", follow);
  }, []);

  return (
    <MessagesProvider>
      <Page
        mainContainerId={CONTENT}
        mainComponent="main"
        mainTabIndex={-1}
        isContentFilled
        skipToContent={
          <SkipToContent
            href={`#${CONTENT}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(CONTENT)?.focus();
            }}
          >
            <FormattedMessage {...text.skip} />
          </SkipToContent>
        }
        masthead={<ShellMasthead settings={settings} open={open} onToggle={() => setOpen(!open)} />}
        sidebar={
          <PageSidebar isSidebarOpen={open}>
            <PageSidebarBody>
              <Navigation tree={settings?.navTree} unreachable={unreachable} onRetry={retry} />
            </PageSidebarBody>
          </PageSidebar>
        }
      >
        <Outlet />
      </Page>
      <FocusOnNavigation />
      {settings && <SessionWatch timeout={settings.consoleSessionTimeoutInMilli ?? undefined} />}
    </MessagesProvider>
  );
}
