import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IdleWatch } from "./idle.ts";

/** Completes the pending calls. */
let answer: (() => void)[];
const extend = vi.fn(() => new Promise<void>((resolve) => answer.push(resolve)));
const onTimeout = vi.fn();
let watch: IdleWatch;
let latest: number | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  latest = undefined;
  answer = [];
  extend.mockClear();
  onTimeout.mockReset();
  watch = new IdleWatch({ timeout: 60_000, now: () => Date.now(), latest: () => latest, extend, onTimeout });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

describe("the idle watch", () => {
  it("times out once, exactly at the end", () => {
    vi.advanceTimersByTime(59_999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(120_000);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  });

  it("restarts with a click", () => {
    vi.advanceTimersByTime(50_000);
    watch.activity();
    vi.advanceTimersByTime(59_999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  });

  it("extends with each click", async () => {
    for (let click = 1; click <= 20; click += 1) {
      watch.activity();
      expect(extend).toHaveBeenCalledTimes(click);
      answer.at(-1)?.();
      await vi.advanceTimersByTimeAsync(1);
    }
  });

  it("extends for clicks during a call, and for the last one too", async () => {
    for (let click = 0; click < 20; click += 1) watch.activity();
    expect(extend).toHaveBeenCalledTimes(1);
    answer[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(extend).toHaveBeenCalledTimes(2);
    watch.activity();
    answer[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(extend).toHaveBeenCalledTimes(3);
    answer[2]?.();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(extend).toHaveBeenCalledTimes(3);
  });

  it("detects a machine that slept before the click is used", () => {
    vi.setSystemTime(3_600_000); // The clock advanced; the timers did not.
    watch.activity();
    expect(onTimeout).toHaveBeenCalledTimes(1);
    expect(extend).not.toHaveBeenCalled();
  });

  it("follows a click in another tab without a message", () => {
    vi.advanceTimersByTime(50_000);
    latest = 50_000;
    vi.advanceTimersByTime(59_999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
    expect(extend).not.toHaveBeenCalled(); // The other tab extended the session.
  });

  it.each<[string, number | undefined, number]>([
    ["goes on with the time of the session", 70_000, 30_000],
    ["starts its own when that is over", 40_000, 60_000],
    ["does not believe in clicks to come", 170_000, 60_000],
    ["starts its own when nobody said", undefined, 60_000],
  ])("in a new tab %s", (_, clicked, left) => {
    watch.stop();
    vi.setSystemTime(100_000);
    latest = clicked;
    watch = new IdleWatch({ timeout: 60_000, now: () => Date.now(), latest: () => latest, extend, onTimeout });
    vi.advanceTimersByTime(left - 1);
    expect(onTimeout).not.toHaveBeenCalled();
    latest = undefined;
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  });

  it("is silent after it was stopped", async () => {
    watch.activity();
    watch.activity();
    watch.stop();
    answer[0]?.();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(onTimeout).not.toHaveBeenCalled();
    expect(extend).toHaveBeenCalledTimes(1);
  });
});
