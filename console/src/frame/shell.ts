/** Messages to the console around a frame. It reads the page itself for its title, its address and unsaved changes. */
import * as v from "valibot";
import { valueAt } from "../features/frame/contract.ts";
import { type FromFrame, fromFrame, type ToFrame, toFrame } from "../features/frame/messages.ts";

export function isFramed(): boolean {
  return window.parent !== window;
}

/** Reports user activity, which keeps the session alive, and passes on the success message of the previous page. */
export function reportToConsole(page: Document, signal: AbortSignal): void {
  if (!isFramed()) return;
  const notice = page.querySelector(".hanse-frame__notice")?.textContent?.trim();
  if (notice) sendToConsole({ kind: "showSuccess", message: notice });
  const help = valueAt(page.querySelector(".hanse-frame"), "data-help");
  if (help) sendToConsole({ kind: "updateHelpLink", url: help });
  reloadNavigation(page);
  const active = () => sendToConsole({ kind: "activity" });
  page.addEventListener("click", active, { capture: true, passive: true, signal });
  active();
}

/** Reports that data shown by the console has changed; the console's frame names which data it shows. */
function reloadNavigation(page: Document): void {
  const main = page.querySelector(".hanse-frame");
  const [now, target] = [valueAt(main, "data-settings"), valueAt(main, "data-target")];
  const shown = valueAt(window.frameElement, "data-settings");
  if (now && shown && now !== shown) sendToConsole({ kind: "reloadNavigation", ...(target && { target }) });
}

/**
 * The console is of the same origin; a page of another origin that embeds this frame receives nothing. A message that
 * the console would not accept is a programming error, and is logged here, where it was made.
 */
export function sendToConsole(message: FromFrame): void {
  window.parent.postMessage(v.parse(fromFrame, message), window.location.origin);
}

/** Calls a function with each message of one kind from the surrounding console. */
export function onConsoleMessage<Kind extends ToFrame["kind"]>(
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
