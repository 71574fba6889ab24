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
import { LoadingBar } from "../../platform/ui/Loading.tsx";
import { keepActionsInSight, scrollerOf } from "./actionsInSight.ts";
import { FrameConflict } from "./FrameConflict.tsx";
import { FrameDelete, FrameExpressions, FrameModals } from "./FrameDialogs.tsx";
import "./frame.css";
import {
  captureLinks,
  type FramePage,
  GO,
  isSessionOver,
  PAGE_NOT_TAKEN,
  PAGE_TAKEN,
  passOnShortcuts,
  readPage,
  reportFocus,
  watchUnsaved,
} from "../../features/frame/page.ts";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { innerAddress, outerAddress, placeInConsole } from "./places.ts";
import { useFrameMessages } from "./useFrameMessages.ts";

/** The page that the frame shows; undefined while it loads, null if the server did not answer. */
type Shown = FramePage | null | undefined;

/** The last known heights of pages: the space is reserved until the page is loaded again. */
const heightsSeen = new Map<string, number>();

export function Frame({ node }: { node: Leaf }) {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const router = useRouter();
  const element = useRef<HTMLIFrameElement>(null);
  const wanted = useRouterState({
    select: ({ location }) => innerAddress(node, { pathname: location.pathname, search: location.searchStr }),
  });
  // The pages of a node are shown in one document, which replaces its own content: if the frame navigated instead, the
  // browser's back button would navigate the frame before the user could be asked about unsaved changes. The frame is
  // created again if a document cannot replace its content.
  const [begun, setBegun] = useState({ address: wanted, number: 0 });
  const place = useRef(wanted);
  const [shown, setShown] = useState<Shown>();
  const [height, setHeight] = useState(0);
  const [busy, setBusy] = useState(true);
  const [dirty, setDirty] = useState(false);
  const hadFocus = useRef(false);
  // The URL fragment of the next page, which is not part of the console's own URL.
  const part = useRef("");
  const heights = useRef(() => {});
  // The previous page.
  const before = useRef({ address: "", title: "" });
  const [arrived, setArrived] = useState<{ address: string; page: Document; isUnasked: boolean }>();
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

  // After a save, the frame shows another page, and the console follows once it has rendered that nothing is unsaved.
  useEffect(() => {
    // A missing item is added on a page of another node; after that, the first page is shown again.
    // A page that the console has requested is already in its history, and the user may have gone back since it arrived.
    const place = arrived?.isUnasked && placeInConsole(leaves, new URL(arrived.address));
    if (place && place !== router.latestLocation.pathname + router.latestLocation.searchStr) router.history.push(place);
  }, [arrived, leaves, router]);

  useEffect(() => {
    return arrived && element.current ? reportFocus(element.current) : undefined;
  }, [arrived]);

  // Runs again for each page.
  useEffect(() => {
    return arrived && element.current ? keepActionsInSight(element.current) : undefined;
  }, [arrived]);

  function loaded(): void {
    const inner = element.current;
    const page = inner?.contentDocument;
    if (!inner || page?.URL === "about:blank") return;
    // The console itself was opened in its frame: it is about to redirect the whole window to its first page.
    if (page?.getElementById("root")) return;
    const read = page ? readPage(page) : undefined;
    if (page && read) {
      captureLinks(page, go);
      passOnShortcuts(page);
      page.addEventListener(PAGE_TAKEN, () => took(page, readPage(page) ?? null));
      page.addEventListener(PAGE_NOT_TAKEN, () =>
        setBegun(({ number }) => ({ address: place.current, number: number + 1 })),
      );
    }
    took(page, read ?? null);
  }

  function took(page: Document | null | undefined, read: FramePage | null): void {
    if (page && isSessionOver(page)) leaveToLogout("unauthorized");
    setShown(read);
    setBusy(false);
    if (!page || !read) return;
    const { pathname, search } = new URL(page.URL);
    const isUnasked = place.current !== pathname + search;
    place.current = pathname + search;
    // Another page at the same address, such as a node's mapping, starts at its top; otherwise the router decides.
    const [address = ""] = page.URL.split("#");
    const isOther = before.current.address === address && before.current.title !== read.title;
    before.current = { address, title: read.title };
    const inner = element.current;
    if (inner && isOther && page.activeElement === page.body) scrollerOf(inner)?.scrollTo({ top: 0 });
    watchUnsaved(page, setDirty);
    setArrived({ address: page.URL, page, isUnasked });
    heights.current();
    heights.current = watchHeight(page, (found) => {
      heightsSeen.set(place.current, found);
      setHeight(found);
    });
    // The focus stays in the frame if it was there before, unless it was moved, for example to a heading.
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
    // The page itself reverts its values: the console is already at the right address.
    else if (place === pathname + searchStr) {
      if (!leads(element.current, address.href)) element.current?.contentWindow?.location.replace(address);
    } else {
      // A search whose pause ends while another page is loading does not return to its list.
      if (replaces && place.split("?")[0] !== pathname) return;
      part.current = address.hash;
      router.history[replaces ? "replace" : "push"](place);
    }
  }

  /** Other screens are routes of the console; the browser opens the log-in screen and foreign addresses. */
  function leave(address: URL): void {
    const isElsewhere = address.pathname.startsWith("/pf-admin-ui/") || address.pathname === paths.login;
    if (address.origin === window.location.origin && !isElsewhere)
      router.history.push(address.pathname + address.search);
    else window.location.assign(address);
  }

  /** A list whose item was deleted: the element with the focus is gone. */
  function showAgain(): void {
    element.current?.focus({ preventScroll: true });
    if (!leads(element.current, place.current)) retry();
  }

  function retry(): void {
    setShown(undefined);
    setBegun(({ number }) => ({ address: wanted, number: number + 1 }));
  }

  const title = shown?.title || node.label;
  // The first page of a node shows its description; the space is reserved before the text is loaded.
  const isTop = wanted.split("?")[0] === innerAddress(node, { pathname: node.path, search: "" });
  return (
    <Screen
      title={title}
      description={shown ? shown.description || false : isTop && "\u00a0"}
      // Before the page is loaded, its address shows whether it is about an item.
      breadcrumb={{ last: (shown ? shown.isBelow : !isTop) ? (shown?.title ?? "…") : node.label }}
      action={shown?.action && <Action {...shown.action} node={node} />}
    >
      <LoadingBar isLoading={busy && Boolean(shown)} />
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
        // Allows a page in the frame to check that its surroundings match the server's version.
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

/** Lets the document in a frame show the page at an address. Returns true if the document supports it. */
function leads(frame: HTMLIFrameElement | null, address: string): boolean {
  const page = frame?.contentDocument;
  return page ? !page.dispatchEvent(new CustomEvent(GO, { detail: address, cancelable: true })) : false;
}

function Action({ label, address, node }: { label: string; address: string; node: Leaf }) {
  const place = outerAddress(node, new URL(address, window.location.origin));
  // The router's types know the routes of screens only.
  return place && <LinkButton to={place as NonNullable<LinkProps["to"]>}>{label}</LinkButton>;
}

/** The frame is as high as its page, and only the console scrolls. Returns a function that stops this. */
function watchHeight(page: Document, onHeight: (height: number) => void): () => void {
  const main = page.querySelector<HTMLElement>(".hanse-frame");
  const view = page.defaultView;
  if (!main || !view) return () => {};
  const measure = () => onHeight(Math.ceil(main.getBoundingClientRect().height));
  const { ResizeObserver: Observer } = view as Window & typeof globalThis;
  const observer = new Observer(measure);
  observer.observe(main);
  measure();
  return () => observer.disconnect();
}
