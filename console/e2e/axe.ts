/**
 * The accessibility checks of axe, on a page and on the frames in it.
 *
 * axe is started directly: a wrapper returns the complete results of each page to the test, which takes three times as
 * long as the check itself.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Frame, type Page } from "@playwright/test";
import type { Result, RunOptions } from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The tags of the rules that every page has to meet. */
export const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails with axe's findings on the current page, contrast included. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page, STANDARDS)).toEqual([]);
}

/** Fails if texts have too little contrast, the only rule whose result depends on the color scheme. */
export async function expectContrast(page: Page): Promise<void> {
  expect(await findings(page, ["color-contrast"])).toEqual([]);
}

/** A line for each rule that the page or one of its frames violates. `rules` are tags or names of axe's rules. */
export async function findings(page: Page, rules: string[]): Promise<string[]> {
  let found = await check(page, rules);
  // A frame whose page was replaced meanwhile has no axe any more: it is checked again.
  for (let again = 0; again < 2 && found.some(isUnseen); again += 1) found = await check(page, rules);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

const isUnseen = ({ id }: Result) => id === "frame-tested";

async function check(page: Page, rules: string[]): Promise<Result[]> {
  await Promise.all(page.frames().map(load));
  // axe looks for itself in each frame; on a busy machine its default of half a second is too short.
  const options: RunOptions = { resultTypes: ["violations"], runOnly: rules, pingWaitTime: 30_000 };
  return page.evaluate(async (run) => {
    const { violations, incomplete } = await window.axe.run(run);
    return [...violations, ...incomplete.filter(({ id }) => id === "frame-tested")];
  }, options);
}

/** Waits until the frame has axe and has ended its animations. */
async function load(frame: Frame): Promise<void> {
  try {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(SOURCE);
    // A text that fades in has too little contrast until it is opaque.
    await frame.evaluate(async () => {
      const endless = (each: Animation) => each.effect?.getComputedTiming().endTime === Infinity;
      const ending = document.getAnimations().filter((each) => !endless(each));
      await Promise.allSettled(ending.map((each) => each.finished));
    });
  } catch (error) {
    // A frame that was removed or replaced meanwhile; axe reports one that it cannot check.
    if (!frame.isDetached() && frame.parentFrame() === null) throw error;
  }
}

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}
