/** Time for tests of polling: intervals are stopped until a test advances the time. */
import type { QueryClient } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Stops intervals, also those of `waitFor`, which then checks again only when the page changes. */
export function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
}

/** Advances the time of intervals. */
export function pass(milliseconds: number): void {
  act(() => void vi.advanceTimersByTime(milliseconds));
}

/** Waits, without a clock, until a condition is met and no request is pending. */
export async function settled(queries: QueryClient, holds: () => boolean): Promise<void> {
  while (!holds() || queries.isFetching() > 0) await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

/** Shows or hides the browser's tab. */
export function look(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}
