/**
 * The way between the console and its inner frame: `window.postMessage`, which any page that has a handle on this window
 * can call. So a message counts only if the browser vouches for its origin and for the window that it came from, and if
 * it is one of `messages.ts` to the letter. Everything else is ignored without an answer.
 */
import * as v from "valibot";
import { type FromFrame, fromFrame, type ToFrame } from "./messages.ts";

/** The frame as the channel needs it: asked anew for each message, because a frame comes and goes. */
export type FrameWindow = () => Window | null | undefined;

/** Hands each message of the frame to `receive`; answers how to stop. */
export function listenToFrame(frame: FrameWindow, receive: (message: FromFrame) => void): () => void {
  const hear = (event: MessageEvent<unknown>) => {
    const message = accepted(event, frame());
    if (message) receive(message);
  };
  window.addEventListener("message", hear);
  return () => window.removeEventListener("message", hear);
}

/** Says something to the frame, unless it shows a page of another origin by now. */
export function tellFrame(frame: Window, message: ToFrame): void {
  frame.postMessage(message, window.location.origin);
}

function accepted({ origin, source, data }: MessageEvent<unknown>, frame: Window | null | undefined) {
  if (origin !== window.location.origin || !frame || source !== frame) return undefined;
  const { success, output } = v.safeParse(fromFrame, data, { abortEarly: true });
  return success ? output : undefined;
}
