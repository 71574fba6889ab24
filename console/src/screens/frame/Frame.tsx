import { type LinkProps, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { paths } from "../../paths.ts";
import { leaveToLogout } from "../../platform/api/leave.ts";
import "../../platform/forms/forms.css";
import { FormSkeleton } from "../../platform/forms/FormSection.tsx";
import { LoadFailed } from "../../platform/forms/LoadFailed.tsx";
import { UnsavedChanges } from "../../platform/forms/UnsavedChanges.tsx";
import { LinkButton } from "../../platform/page/LinkButton.tsx";
import { type Leaf, leavesOf } from "../../platform/page/navigation.ts";
import { Screen } from "../../platform/page/Screen.tsx";
import { keepActionsInSight, scrollerOf } from "./actionsInSight.ts";
import { FrameConflict } from "./FrameConflict.tsx";
import { FrameDelete, FrameExpressions, FrameModals } from "./FrameDialogs.tsx";
import "./frame.css";
import {
  captureLinks,
  type FramePage,
  GO,
  isSessionOver,
  NOT_GONE,
  PAGE_TAKEN,
  passOnShortcuts,
  readPage,
  tellOfFocus,
  watchUnsaved,
} from "../../features/frame/page.ts";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { innerAddress, outerAddress, placeInConsole } from "./places.ts";
import { useFrameMessages } from "./useFrameMessages.ts";

/** The page that the frame shows; undefined until there is one, null when the server did not answer. */
type Shown = FramePage | null | undefined;

/** How high places were when they were last seen: as much room is held for them until they are there again. */
const heightsSeen = new Map<string, number>();

export function Frame({ node }: { node: Leaf }) {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const router = useRouter();
  const element = useRef<HTMLIFrameElement>(null);
  const wanted = useRouterState({
    select: ({ location }) => innerAddress(node, { pathname: location.pathname, search: location.searchStr }),
  });
  // The places of a node are shown in one document, which takes their pages into itself: would the frame be led elsewhere,
  // browsers would, on a step back, lead it back as well, before anybody was asked whether what was entered in it may be
  // lost. A frame begins anew where a document cannot take a page.
  const [begun, setBegun] = useState({ address: wanted, number: 0 });
  const place = useRef(wanted);
  const [shown, setShown] = useState<Shown>();
  const [height, setHeight] = useState(0);
  const [busy, setBusy] = useState(true);
  const [dirty, setDirty] = useState(false);
  const hadFocus = useRef(false);
  // The part of the next page that a link leads to; it is no part of the console's own address.
  const part = useRef("");
  const heights = useRef(() => {});
  // Which page was there before.
  const before = useRef({ address: "", title: "" });
  const [arrived, setArrived] = useState<{ address: string; page: Document }>();
  useFrameMessages(element);
  const leaves = useMemo(() => settings?.navTree.flatMap(leavesOf) ?? [node], [settings, node]);

  useEffect(() => {
    if (place.current === wanted) return;
    place.current = wanted;
    hadFocus.current = document.activeElement === element.current;
    setBusy(true);
    setDirty(false);
    const address = wanted + part.current;
    part.current = "";
    if (!leads(element.current, address)) setBegun(({ number }) => ({ address, number: number + 1 }));
  }, [wanted]);

  // After a save the frame is elsewhere, and the console goes along: once it is rendered that nothing is unsaved there.
  useEffect(() => {
    // What was missing for an item is added on a page of another node, and the item's page comes after that.
    const place = arrived && placeInConsole(leaves, new URL(arrived.address));
    if (place && place !== router.latestLocation.pathname + router.latestLocation.searchStr) router.history.push(place);
  }, [arrived, leaves, router]);

  useEffect(() => {
    return arrived && element.current ? tellOfFocus(element.current) : undefined;
  }, [arrived]);

  // Anew for each page.
  useEffect(() => {
    return arrived && element.current ? keepActionsInSight(element.current) : undefined;
  }, [arrived]);

  function loaded(): void {
    const inner = element.current;
    const page = inner?.contentDocument;
    if (!inner || page?.URL === "about:blank") return;
    // The console itself was opened in its frame: it is about to lead the whole window to its first page.
    if (page?.getElementById("root")) return;
    const read = page ? readPage(page) : undefined;
    if (page && read) {
      captureLinks(page, go);
      passOnShortcuts(page);
      page.addEventListener(PAGE_TAKEN, () => took(page, readPage(page) ?? null));
      page.addEventListener(NOT_GONE, () => setBegun(({ number }) => ({ address: place.current, number: number + 1 })));
    }
    took(page, read ?? null);
  }

  function took(page: Document | null | undefined, read: FramePage | null): void {
    if (page && isSessionOver(page)) leaveToLogout("unauthorized");
    setShown(read);
    setBusy(false);
    if (!page || !read) return;
    const { pathname, search } = new URL(page.URL);
    place.current = pathname + search;
    // Another page at the same place, as a node's mapping is, begins at its top; between places it is the router's.
    const [address = ""] = page.URL.split("#");
    const isOther = before.current.address === address && before.current.title !== read.title;
    before.current = { address, title: read.title };
    const inner = element.current;
    if (inner && isOther && page.activeElement === page.body) scrollerOf(inner)?.scrollTo({ top: 0 });
    watchUnsaved(page, setDirty);
    setArrived({ address: page.URL, page });
    heights.current();
    heights.current = watchHeight(page, (found) => {
      heightsSeen.set(place.current, found);
      setHeight(found);
    });
    // Who was in the frame when it took another page is still in it, unless they were led elsewhere, as to a heading.
    const isNowhere = document.activeElement === document.body;
    const isThere = (hadFocus.current && isNowhere) || document.activeElement === element.current;
    hadFocus.current = false;
    if (isThere && page.activeElement === page.body) {
      page.querySelector<HTMLElement>(".hanse-frame")?.focus({ preventScroll: true });
    }
  }

  function go(address: URL, replaces = false): void {
    const place = placeInConsole(leaves, address);
    const { pathname, searchStr } = router.latestLocation;
    if (!place) leave(address);
    // What was entered is given back by the page itself: the console is there already.
    else if (place === pathname + searchStr) {
      if (!leads(element.current, address.href)) element.current?.contentWindow?.location.replace(address);
    } else {
      part.current = address.hash;
      if (replaces) router.history.replace(place);
      else router.history.push(place);
    }
  }

  /** Another screen is a place of the console; the log-in screen and what is not the console's are opened by the browser. */
  function leave(address: URL): void {
    const isElsewhere = address.pathname.startsWith("/pf-admin-ui/") || address.pathname === paths.login;
    if (address.origin === window.location.origin && !isElsewhere)
      router.history.push(address.pathname + address.search);
    else window.location.assign(address);
  }

  /** Of a list whose item was deleted: the focus was on what is gone. */
  function showAgain(): void {
    element.current?.focus({ preventScroll: true });
    if (!leads(element.current, place.current)) retry();
  }

  function retry(): void {
    setShown(undefined);
    setBegun(({ number }) => ({ address: wanted, number: number + 1 }));
  }

  const title = shown?.title || node.label;
  // What a node is for is said on its first page; there is room for it before it is known.
  const isTop = wanted.split("?")[0] === innerAddress(node, { pathname: node.path, search: "" });
  return (
    <Screen
      title={title}
      description={shown?.description || (isTop && "\u00a0")}
      // Before the page has come, its address says whether it is about an item.
      breadcrumb={{ last: (shown ? shown.isBelow : !isTop) ? (shown?.title ?? "…") : node.label }}
      action={shown?.action && <Action {...shown.action} node={node} />}
    >
      {shown === undefined && (
        <div className="hanse-inner-frame__room" style={{ minBlockSize: heightsSeen.get(wanted) }}>
          <FormSkeleton fields={4} />
        </div>
      )}
      {shown === null && <LoadFailed error={intl.formatMessage({ id: "frame.noAnswer" })} onRetry={retry} />}
      <iframe
        key={begun.number}
        ref={element}
        className="hanse-inner-frame"
        title={intl.formatMessage({ id: "frame.frame" }, { title })}
        src={begun.address}
        // By which a page in it sees whether all around it is as the server has it.
        data-settings={settings?.digest}
        style={{ blockSize: height }}
        hidden={!shown}
        aria-busy={busy}
        onLoad={loaded}
      />
      <FrameModals frame={element} />
      <FrameExpressions page={arrived?.page} />
      <FrameConflict arrived={arrived} />
      <FrameDelete page={arrived?.page} onDeleted={showAgain} />
      <UnsavedChanges dirty={dirty} />
    </Screen>
  );
}

/** Has the document in a frame take the page at an address into itself; answers whether there is one that does. */
function leads(frame: HTMLIFrameElement | null, address: string): boolean {
  const page = frame?.contentDocument;
  return page ? !page.dispatchEvent(new CustomEvent(GO, { detail: address, cancelable: true })) : false;
}

function Action({ label, address, node }: { label: string; address: string; node: Leaf }) {
  const place = outerAddress(node, new URL(address, window.location.origin));
  // The router's types know the routes of screens only.
  return place && <LinkButton to={place as NonNullable<LinkProps["to"]>}>{label}</LinkButton>;
}

/** The frame is as high as its page: the console scrolls, and nothing in it does. Answers how to end. */
function watchHeight(page: Document, tell: (height: number) => void): () => void {
  const main = page.querySelector<HTMLElement>(".hanse-frame");
  const view = page.defaultView;
  if (!main || !view) return () => {};
  const measure = () => tell(Math.ceil(main.getBoundingClientRect().height));
  const { ResizeObserver: Observer } = view as Window & typeof globalThis;
  const observer = new Observer(measure);
  observer.observe(main);
  measure();
  return () => observer.disconnect();
}
