/**
 * The channel between the console and its inner frame: `window.postMessage`, which any page with a handle on this
 * window can call. A message is therefore accepted only if the browser confirms its origin and its source window, and
 * if it matches a schema of `messages.ts` exactly. All other messages are ignored without an answer.
 */
import * as v from "valibot";
import { type FromFrame, fromFrame, type ToFrame } from "./messages.ts";

/** Returns the frame. It is called for each message, because frames come and go. */
export type FrameWindow = () => Window | null | undefined;

/** Passes each message of the frame to `receive`. Returns a function that stops this. */
export function listenToFrame(frame: FrameWindow, receive: (message: FromFrame) => void): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = accepted(event, frame());
    if (message) receive(message);
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

/** Sends a message to the frame, unless the frame shows a page of another origin by now. */
export function sendToFrame(frame: Window, message: ToFrame): void {
  frame.postMessage(message, window.location.origin);
}

function accepted({ origin, source, data }: MessageEvent<unknown>, frame: Window | null | undefined) {
  if (origin !== window.location.origin || !frame || source !== frame) return undefined;
  const { success, output } = v.safeParse(fromFrame, data, { abortEarly: true });
  return success ? output : undefined;
}
