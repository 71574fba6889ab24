import { expect, it } from "vitest";
import { environmentLabel } from "./environment.ts";
import { restrictedVersion } from "./version.ts";

it.each([
  ["12.3.1.2", 3, "12"],
  ["12.3.1.2", "3", "12"],
  ["12.3.1.2", 4, "12.3.1.2"],
  ["12.3.1.2", "4", "12.3.1.2"],
  ["12.3.1.2", 5, "12.3.1.2"],
  ["12.3.1.2", undefined, "12"],
  ["12.3.1.2", null, "12"],
  ["12.3.1.2", "", "12"],
  ["12.3.1.2", "FULL", "12"],
  ["12", 0, "12"],
])("shows version %s with enforcement type %j as %s", (version, type, shown) => {
  expect(restrictedVersion(version, type)).toBe(shown);
});

it.each([
  ["Production", "Production"],
  ["fifteen letters", "fifteen letters"],
  ["sixteen letters!", "sixteen letters..."],
  ["🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐", "🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐🔐..."],
])("cuts the environment %s to %s", (environment, label) => {
  expect(environmentLabel(environment)).toBe(label);
});
