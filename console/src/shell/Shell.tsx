/** The shell around every screen: masthead, navigation, message area, and the session timeout. */

import { PageSidebar, PageSidebarBody } from "@patternfly/react-core";
import { Outlet, useMatches, useRouter, useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useConsoleRole } from "../features/nodes/consoleInfo.ts";
import { paths } from "../paths.ts";
import { admin } from "../platform/api/client.ts";
import type { NavItem } from "../platform/api/session.ts";
import { useUnsaved } from "../platform/forms/unsaved.ts";
import { MessagesProvider, useMessages } from "../platform/messages/Messages.tsx";
import { ReadOnly, RoleNeeded } from "../platform/page/Fallback.tsx";
import { leavesOf, lockedAt } from "../platform/page/navigation.ts";
import { useUiSettings } from "../platform/page/uiSettings.ts";
import { mayChange, useSession } from "../platform/session/SessionProvider.tsx";
import { SessionWatch } from "../platform/session/SessionWatch.tsx";
import { LoadingBar } from "../platform/ui/Loading.tsx";
import { Page } from "../platform/ui/Page.tsx";
import { pageHeading } from "../platform/ui/useFocusAfterRender.ts";
import { Navigation } from "./Navigation.tsx";
import { ShellMasthead } from "./ShellMasthead.tsx";
import { CONTENT, Skip } from "./Skip.tsx";
import { useTour } from "./tour/useTour.ts";
import "./shell.css";
import "./background/background.css";

const Banners = lazy(() => import("./banners/Banners.tsx").then(({ Banners: component }) => ({ default: component })));
const Tour = lazy(() => import("./tour/Tour.tsx").then(({ Tour: component }) => ({ default: component })));
const PassiveShell = lazy(() => import("./PassiveShell.tsx").then(({ PassiveShell: shell }) => ({ default: shell })));
const Demoted = lazy(() => import("./Demoted.tsx").then(({ Demoted: notice }) => ({ default: notice })));

/** The maximum time that a screen waits for the banners above it. */
const BANNERS_MS = 1_000;

export function Shell() {
  const role = useConsoleRole();
  const { settings } = useUiSettings();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const unsaved = useUnsaved();
  const [givenUp, setGivenUp] = useState(false);
  useEffect(() => {
    if (!unsaved) setGivenUp(false);
  }, [unsaved]);
  const isPassive = role === "PASSIVE";
  // Unsaved changes are not discarded without a question.
  const holds = isPassive && unsaved && !givenUp;

  return (
    <MessagesProvider>
      <Suspense>
        {isPassive && !holds ? (
          <PassiveShell path={path} />
        ) : (
          <ActiveShell
            path={path}
            isReady={role !== undefined}
            notice={holds && <Demoted onLeave={() => setGivenUp(true)} />}
          />
        )}
      </Suspense>
      {role && !holds && <RoleChange role={role} />}
      <FocusOnNavigation />
      <Navigating />
      {settings && <SessionWatch timeout={settings.consoleSessionTimeoutInMilli} />}
    </MessagesProvider>
  );
}

/** The full shell; a screen is shown once it is known that this console is not passive. */
function ActiveShell({ path, isReady, notice }: { path: string; isReady: boolean; notice: ReactNode }) {
  const { settings, unreachable, retry } = useUiSettings();
  const isHome = path === paths.home;
  const tour = useTour(isHome);
  const [narrow, setNarrow] = useState(false);
  const [open, setOpen] = useState(true);
  const [chance] = useState(Math.random);
  const session = useSession();
  const { auditor } = session;
  const { adds, roles = [] } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {};
  // A form for a new item has nothing to show to readers.
  const isForOthers = adds && !mayChange(session, ...roles);
  const [hasBanners, setHasBanners] = useBannersFirst(auditor);

  // Cluster Management has its own dialog for this (specification 2, section 2).
  const isCluster = path.startsWith(paths.clusterManagement);
  const locked = settings && !isCluster && lockedAt(settings.lockedPlaces, path);

  // On a narrow screen the navigation lies over the page, and closes when a page is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each change of the path.
  useEffect(() => setOpen(!narrow), [narrow, path]);

  return (
    <>
      <Page
        className="hanse-page"
        drawing={settings && drawing(settings.showBackground, chance)}
        contentId={CONTENT}
        onNarrow={setNarrow}
        skip={<Skip />}
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
        <Suspense>
          {!auditor && <Banners tree={settings?.navTree} isShown={isReady && hasBanners} onPlaced={setHasBanners} />}
        </Suspense>
        <Suspense>{notice}</Suspense>
        {/* Without the settings, it is unknown if the administrator may open the page. */}
        {isReady &&
          hasBanners &&
          (settings || unreachable) &&
          (locked ? (
            <RoleNeeded place={locked} />
          ) : isForOthers ? (
            <ReadOnly roles={auditor ? [] : roles} />
          ) : (
            <Outlet />
          ))}
      </Page>
      {settings && tour.shown && (
        <Suspense>
          <Tour product={settings.consoleTitle} onEnd={tour.end} />
        </Suspense>
      )}
      {settings && <RecentPages tree={settings.navTree} />}
    </>
  );
}

/**
 * True if the screen may be shown: once the banners above it are known, or if they take long. They are requested
 * together with the other data that the shell needs first.
 */
function useBannersFirst(isKnown: boolean): [boolean, () => void] {
  const [known, setKnown] = useState(isKnown);
  const markKnown = useCallback(() => setKnown(true), []);
  useEffect(() => {
    const late = setTimeout(markKnown, BANNERS_MS);
    return () => clearTimeout(late);
  }, [markKnown]);
  return [known, markKnown];
}

/** Reports that the console's role has changed while it is open. */
function RoleChange({ role }: { role: "ACTIVE" | "PASSIVE" }) {
  const intl = useIntl();
  const messages = useMessages();
  const before = useRef(role);
  useEffect(() => {
    if (before.current !== role) messages.info(intl.formatMessage({ id: `roleChange.${role}` }));
    before.current = role;
  }, [role, messages, intl]);
  return null;
}

/** Reports opened navigation pages to the server, for 'Recently Used' among the shortcuts. */
function RecentPages({ tree }: { tree: readonly NavItem[] }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const id = tree.flatMap(leavesOf).find((leaf) => leaf.path === path)?.id;
  useEffect(() => {
    // Nothing waits for this call, and a failure is not reported.
    if (id) void admin.POST("/internal/user/shortcuts/recent", { body: { id } }).catch(() => undefined);
  }, [id]);
  return null;
}

const FIELD_OF_PAGE = "main :is(input, select, textarea)";

/**
 * Moves the focus to the heading after navigation, so that a screen reader announces the page and the next Tab starts
 * there. The first page load leaves the focus to the browser.
 */
function FocusOnNavigation() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // The page can be used before this event: what a user already types there must not be lost.
        if (fromLocation && pathChanged && !document.activeElement?.matches(FIELD_OF_PAGE)) pageHeading()?.focus();
      }),
    [router],
  );
  return null;
}

/** Shows that another screen is loading, and removes the errors of the previous one. */
export function Navigating() {
  const router = useRouter();
  const { clearErrors } = useMessages();
  const isLoading = useRouterState({ select: ({ status }) => status === "pending" });
  useEffect(
    () =>
      router.subscribe("onBeforeLoad", ({ pathChanged }) => {
        if (pathChanged) clearErrors();
      }),
    [router, clearErrors],
  );
  return <LoadingBar isLoading={isLoading} />;
}

/** The drawing behind the navigation (specification 3, sections 2.3 and 9). */
const DRAWINGS = 6;

/** One of the six drawings, selected by a number from 0 up to 1, or the static one. */
export function drawing(showBackground: boolean, chance: number): string {
  return showBackground ? String(1 + Math.floor(chance * DRAWINGS)) : "static";
}
