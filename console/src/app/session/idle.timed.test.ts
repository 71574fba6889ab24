import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IdleWatch } from "./idle.ts";

const extend = vi.fn();
const onTimeout = vi.fn();
let watch: IdleWatch;
let latest: number | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  latest = undefined;
  extend.mockReset();
  onTimeout.mockReset();
  watch = new IdleWatch({ timeout: 60_000, now: () => Date.now(), latest: () => latest, extend, onTimeout });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

describe("the idle watch", () => {
  it("times out once, exactly when the time is over", () => {
    vi.advanceTimersByTime(59_999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(120_000);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  });

  it("starts anew with a click", () => {
    vi.advanceTimersByTime(50_000);
    watch.activity();
    vi.advanceTimersByTime(59_999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
  });

  it("extends with the first click at once and with the others together", () => {
    watch.activity();
    expect(extend).toHaveBeenCalledTimes(1);
    for (let click = 0; click < 20; click += 1) {
      vi.advanceTimersByTime(100);
      watch.activity();
    }
    expect(extend).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(8_000); // The last of them still reaches the server.
    expect(extend).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(30_000);
    expect(extend).toHaveBeenCalledTimes(2);
  });

  it("notices a machine that slept, before the click counts", () => {
    vi.setSystemTime(3_600_000); // The clock went on; the timers did not.
    watch.activity();
    expect(onTimeout).toHaveBeenCalledTimes(1);
    expect(extend).not.toHaveBeenCalled();
  });

  it("follows a click in another tab, and knows it without having been told", () => {
    vi.advanceTimersByTime(50_000);
    latest = 50_000;
    vi.advanceTimersByTime(59_999);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledTimes(1);
    expect(extend).not.toHaveBeenCalled(); // The other tab did that.
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

  it("says nothing after it was stopped", () => {
    watch.activity();
    watch.activity();
    watch.stop();
    vi.advanceTimersByTime(200_000);
    expect(onTimeout).not.toHaveBeenCalled();
    expect(extend).toHaveBeenCalledTimes(1);
  });
});
