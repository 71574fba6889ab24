/**
 * What the popup hands to the form: in the history's state, so that loading the page again keeps it and no address
 * shows it.
 */
import type { HistoryState } from "@tanstack/react-router";
import type { Details } from "./details.ts";

const KEY = "keySet";

export function handedOver(details: Details): HistoryState {
  return { [KEY]: details } as HistoryState;
}

/** The details that a popup handed over; undefined when the form was opened without one. */
export function takenOver(state: object): Details | undefined {
  return (state as Record<string, Details | undefined>)[KEY];
}
