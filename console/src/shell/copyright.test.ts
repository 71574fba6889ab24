import { expect, it } from "vitest";
import { copyrightYear } from "./About.tsx";

it.each([
  [undefined, "2024"],
  ["", "2024"],
  ["soon", "2024"],
  ["-1", "2024"],
  ["1795219200", "2026"],
  ["1798761599", "2026"],
  ["1798761600", "2027"],
])("of a build at %s it is %s", (epoch, year) => expect(copyrightYear(epoch)).toBe(year));
