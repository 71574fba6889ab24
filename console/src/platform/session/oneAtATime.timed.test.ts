import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OneAtATime } from "./oneAtATime.ts";

/** Functions that end the running calls, the oldest first. */
let ends: { resolve: () => void; reject: (reason: Error) => void }[];
const run = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })));
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  ends = [];
  run.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs at once, and once more for all calls during the run", async () => {
  const call = new OneAtATime(run);
  call.request();
  expect(run).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 50; time += 1) call.request();
  await settle();
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]?.resolve();
  await settle();
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.resolve();
  await settle();
  expect(run).toHaveBeenCalledTimes(2);
  call.request();
  expect(run).toHaveBeenCalledTimes(3);
});

it("continues after a failure", async () => {
  const call = new OneAtATime(run);
  call.request();
  call.request();
  ends[0]?.reject(new Error("away"));
  await settle();
  expect(run).toHaveBeenCalledTimes(2);
});

it("pauses between the starts of two runs", async () => {
  const call = new OneAtATime(run, 10_000);
  call.request();
  ends[0]?.resolve();
  await vi.advanceTimersByTimeAsync(4_000);
  for (const _ of [1, 2, 3]) call.request();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.resolve();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it("does not run after it was stopped", async () => {
  const call = new OneAtATime(run, 1_000);
  call.request();
  call.request();
  call.stop();
  ends[0]?.resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  call.request();
  expect(run).toHaveBeenCalledTimes(1);
});
