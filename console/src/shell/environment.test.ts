import { expect, it } from "vitest";
import { environmentLabel } from "./Environment.tsx";

it.each([
  ["Production", "Production"],
  ["fifteen letters", "fifteen letters"],
  ["sixteen letters!", "sixteen letters..."],
  ["🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐", "🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐..."],
])("shortens the environment %s to %s", (environment, label) => {
  expect(environmentLabel(environment)).toBe(label);
});
