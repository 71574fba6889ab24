/** The frame around every screen: masthead, navigation, message area, and what watches the session. */
import { Page, PageSidebar, PageSidebarBody, SkipToContent } from "@patternfly/react-core";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { MessagesProvider } from "../messages/Messages.tsx";
import { paths } from "../paths.ts";
import { SessionWatch } from "../session/SessionWatch.tsx";
import { useUiSettings } from "../uiSettings.ts";
import { FocusOnNavigation } from "./FocusOnNavigation.tsx";
import { Navigation } from "./Navigation.tsx";
import { RecentPages } from "./RecentPages.tsx";
import "./shell.css";
import { ShellMasthead } from "./ShellMasthead.tsx";
import { shellText as text } from "./text.ts";
import { useTour } from "./tour/useTour.ts";

const CONTENT = "content";
const Banners = lazy(() => import("./banners/Banners.tsx").then(({ Banners: component }) => ({ default: component })));
const Tour = lazy(() => import("./tour/Tour.tsx").then(({ Tour: component }) => ({ default: component })));

export function Shell() {
  const { settings, unreachable, retry } = useUiSettings();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isHome = path === paths.home;
  const tour = useTour(isHome);
  const [narrow, setNarrow] = useState(false);
  const [open, setOpen] = useState(true);

  // On a narrow screen the navigation lies over the page: it makes way, also once a place is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this follows.
  useEffect(() => setOpen(!narrow), [narrow, path]);

  return (
    <MessagesProvider>
      <Page
        mainContainerId={CONTENT}
        mainComponent="main"
        mainTabIndex={-1}
        isContentFilled
        onPageResize={(_, { mobileView }: { mobileView: boolean }) => setNarrow(mobileView)}
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
        masthead={
          <ShellMasthead
            settings={settings}
            open={open}
            onToggle={() => setOpen(!open)}
            onTour={isHome ? tour.start : undefined}
          />
        }
        sidebar={
          <PageSidebar isSidebarOpen={open}>
            <PageSidebarBody>
              <Navigation tree={settings?.navTree} unreachable={unreachable} onRetry={retry} />
            </PageSidebarBody>
          </PageSidebar>
        }
      >
        {settings && (
          <Suspense>
            <Banners tree={settings.navTree} />
          </Suspense>
        )}
        <Outlet />
      </Page>
      <FocusOnNavigation />
      {settings && tour.shown && (
        <Suspense>
          <Tour product={settings.consoleTitle} onEnd={tour.end} />
        </Suspense>
      )}
      {settings && <RecentPages tree={settings.navTree} />}
      {settings && <SessionWatch timeout={settings.consoleSessionTimeoutInMilli} />}
    </MessagesProvider>
  );
}
