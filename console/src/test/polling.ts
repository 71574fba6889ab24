/** Time for tests of what is asked again and again: intervals stand still until a test lets time pass. */
import type { QueryClient } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Stops intervals, those of `waitFor` too: it looks again only when the page changes. */
export function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
}

/** Lets intervals see time pass. */
export function pass(milliseconds: number): void {
  act(() => void vi.advanceTimersByTime(milliseconds));
}

/** Waits, without a clock, until something holds and no question is on its way. */
export async function settled(queries: QueryClient, holds: () => boolean): Promise<void> {
  while (!holds() || queries.isFetching() > 0) await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

/** Shows or hides the browser's tab. */
export function look(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}
