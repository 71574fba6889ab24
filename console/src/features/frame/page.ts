/** Facts about the page in the frame. The page is of the same origin, so the console reads its document directly. */

import { type FrameAttribute, has, having } from "./contract.ts";

const UNSAVED: FrameAttribute = "data-unsaved";

export interface FramePage {
  title: string;
  description: string;
  action: { label: string; address: string } | undefined;
  /** True if the page is about one item, and so below the pages of the navigation tree. */
  isBelow: boolean;
}

/** The event of a frame document that has replaced its content with another page, such as the answer to a form. */
export const PAGE_TAKEN = "hanse-page-taken";

/**
 * The event by which the console lets a frame document show another page of its node; `detail` is the address. A
 * listener prevents the default, loads the page into the document, and dispatches PAGE_TAKEN. The frame element is
 * kept, and the browser adds no history entry.
 */
export const GO = "hanse-go";

/** The event of a document that could not show the requested page: the answer was none of our pages. */
export const PAGE_NOT_TAKEN = "hanse-page-not-taken";

/** Undefined if the frame shows no page of ours, such as the browser's error page when the server did not answer. */
export function readPage(page: Document): FramePage | undefined {
  const main = page.querySelector<HTMLElement>(".hanse-frame");
  if (!main) return undefined;
  const action = main.querySelector<HTMLAnchorElement>(".hanse-frame__action");
  return {
    title: textOf(main.querySelector("h1")),
    description: textOf(main.querySelector(".hanse-frame__description")),
    action: action ? { label: textOf(action), address: action.getAttribute("href") ?? "" } : undefined,
    isBelow: main.querySelector(".hanse-frame__head nav") !== null,
  };
}

export function isSessionOver(page: Document): boolean {
  return page.querySelector(`.hanse-frame${having("data-session", "over")}`) !== null;
}

/** Reports now, and after every change, whether the page has unsaved changes. */
export function watchUnsaved(page: Document, report: (unsaved: boolean) => void): void {
  const main = page.querySelector(".hanse-frame");
  if (!main) return;
  const update = () => report(has(main, UNSAVED));
  new MutationObserver(update).observe(main, { attributeFilter: [UNSAVED] });
  update();
}

/**
 * Passes link clicks of a page to `go` instead of letting the frame follow them: the history then has one entry for
 * each page, and the console controls it. This includes links to the top window, which would otherwise load the whole
 * console again. Forms that save are not affected.
 */
export function captureLinks(page: Document, go: (address: URL, replaces?: boolean) => void): void {
  page.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return;
    if (link.target && link.target !== "_top") return;
    if (link.getAttribute("href")?.startsWith("#") || link.hasAttribute("download")) return;
    event.preventDefault();
    go(new URL(link.href));
  });
  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== "get" || event.defaultPrevented) return;
    event.preventDefault();
    const address = new URL(form.action);
    const entries = [...new FormData(form)].flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    address.search = new URLSearchParams(entries).toString();
    // Typing is not navigation: the back button leads to the page before the search.
    go(address, has(form, "data-search"));
  });
}

/** Marks the part of the console that handles all keys, such as the search from its shortcut until it closes. */
export const TAKES_KEYS = "data-takes-keys";

/**
 * Passes key presses inside the frame to the console's shortcuts, which would not receive them otherwise. While the
 * search is open it gets every key, because the focus may leave the frame late, or return to it when a page loads.
 */
export function passOnShortcuts(page: Document): void {
  page.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return;
    passOn(event);
  });
  page.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || !document.querySelector(`[${TAKES_KEYS}]`)) return;
      if (passOn(event)) event.stopPropagation();
    },
    true,
  );
}

/** Passes a key to the console. Returns true if the console handled it. */
function passOn(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const same = new KeyboardEvent("keydown", { key, ctrlKey, metaKey, altKey, shiftKey, cancelable: true });
  if (document.dispatchEvent(same)) return false;
  event.preventDefault();
  return true;
}

function hasModifier({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}

function textOf(element: Element | null): string {
  return element?.textContent?.trim() ?? "";
}

/**
 * Browsers do not report to the outer page that the focus moved into a frame. Code that waits for the focus to leave,
 * as messages do before they disappear, would wait forever. Returns a function that stops this.
 */
export function reportFocus(frame: HTMLIFrameElement): () => void {
  // Some browsers update the active element late.
  const report = () =>
    setTimeout(() => {
      if (document.activeElement === frame) frame.dispatchEvent(new FocusEvent("focus"));
    });
  window.addEventListener("blur", report);
  return () => window.removeEventListener("blur", report);
}
