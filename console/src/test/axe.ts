import axe from "axe-core";
import { expect } from "vitest";

/** Fails with the findings as text. Contrast requires a real browser and is checked there. */
export async function expectAccessible(container: Element): Promise<void> {
  // happy-dom displays elements with the attribute `hidden`; browsers do not.
  const context = { include: container, exclude: "[hidden]" };
  const { violations } = await axe.run(context, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    rules: { "color-contrast": { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}
