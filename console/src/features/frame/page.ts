/** What a page in the frame says of itself. It is of our own origin, so the console reads it and nobody has to tell. */

import { type FrameAttribute, has, having } from "./contract.ts";

const UNSAVED: FrameAttribute = "data-unsaved";

export interface FramePage {
  title: string;
  description: string;
  action: { label: string; address: string } | undefined;
  /** Whether it is about an item, and so below what the navigation knows. */
  isBelow: boolean;
}

/** An event of a document in the frame that has taken another page into itself, as what comes of a form. */
export const PAGE_TAKEN = "hanse-page-taken";

/**
 * An event by which the console leads a document in the frame to another place of its node; `detail` is the address. Who
 * hears it prevents the default, takes the page that is there into the document, and says PAGE_TAKEN. The frame's element
 * stays, with what is around it, and browsers note no step of their history.
 */
export const GO = "hanse-go";

/** An event of a document that was to go to another place and got no page of ours for it. */
export const NOT_GONE = "hanse-not-gone";

/** Undefined where the frame shows no page of ours: the browser's own, when the server did not answer. */
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

/** Tells now, and whenever it changes, whether something was entered and not saved. */
export function watchUnsaved(page: Document, tell: (unsaved: boolean) => void): void {
  const main = page.querySelector(".hanse-frame");
  if (!main) return;
  const look = () => tell(has(main, UNSAVED));
  new MutationObserver(look).observe(main, { attributeFilter: [UNSAVED] });
  look();
}

/**
 * Hands the ways out of a page to `go` instead of following them in the frame: then the history has one entry for each
 * place, and it is the console's. A link to the top window is one of them, because following it would load the whole
 * console again. Forms that save are left alone.
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
    // Typing is not going somewhere: the way back leads to where one was before the search.
    go(address, has(form, "data-search"));
  });
}

/** Marks the part of the console that takes all keys, as the search does from its shortcut until it is closed. */
export const TAKES_KEYS = "data-takes-keys";

/**
 * Has the console hear its shortcuts where the focus is in the frame: keys that are pressed there stay there. While the
 * search is open it gets every key, because the focus may leave the frame late, or go back to it when a page loads.
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

/** Gives a key to the console, and answers whether the console has taken it. */
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
 * Where the focus goes into a frame, browsers tell nobody around it: what waits for the focus to leave, as messages do
 * before they go, would wait for ever. Answers how to stop.
 */
export function tellOfFocus(frame: HTMLIFrameElement): () => void {
  // Not all browsers know at once where it went.
  const tell = () =>
    setTimeout(() => {
      if (document.activeElement === frame) frame.dispatchEvent(new FocusEvent("focus"));
    });
  window.addEventListener("blur", tell);
  return () => window.removeEventListener("blur", tell);
}
