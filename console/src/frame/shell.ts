/** What the console around a frame is told. It reads the page itself for its title, its place and unsaved changes. */
import * as v from "valibot";
import { valueAt } from "../features/frame/contract.ts";
import { type FromFrame, fromFrame, type ToFrame, toFrame } from "../features/frame/messages.ts";

export function isFramed(): boolean {
  return window.parent !== window;
}

/** Says that somebody is active here, which keeps the session alive, and passes on what the page before achieved. */
export function tellShell(page: Document, signal: AbortSignal): void {
  if (!isFramed()) return;
  const notice = page.querySelector(".hanse-frame__notice")?.textContent?.trim();
  if (notice) say({ kind: "showSuccess", message: notice });
  const help = valueAt(page.querySelector(".hanse-frame"), "data-help");
  if (help) say({ kind: "updateHelpLink", url: help });
  reloadNavigation(page);
  const active = () => say({ kind: "activity" });
  page.addEventListener("click", active, { capture: true, passive: true, signal });
  active();
}

/** Says that the console shows what is no longer so, whatever has changed it; its frame names what it shows. */
function reloadNavigation(page: Document): void {
  const main = page.querySelector(".hanse-frame");
  const [now, target] = [valueAt(main, "data-settings"), valueAt(main, "data-target")];
  const shown = valueAt(window.frameElement, "data-settings");
  if (now && shown && now !== shown) say({ kind: "reloadNavigation", ...(target && { target }) });
}

/**
 * The console is of our own origin; a page of another one that held this frame would hear nothing. What the console would
 * not take for a message is a mistake of ours, and is told here, where it was made.
 */
export function say(message: FromFrame): void {
  window.parent.postMessage(v.parse(fromFrame, message), window.location.origin);
}

/** Calls a function with each message of one kind that the console around this frame sends. */
export function hear<Kind extends ToFrame["kind"]>(
  kind: Kind,
  act: (message: Extract<ToFrame, { kind: Kind }>) => void,
  signal: AbortSignal,
): void {
  const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== window.parent) return;
    const { success, output } = v.safeParse(toFrame, data, { abortEarly: true });
    if (success && output.kind === kind) act(output as Extract<ToFrame, { kind: Kind }>);
  };
  window.addEventListener("message", listen, { signal });
}
