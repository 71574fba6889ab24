import { existsSync } from "node:fs";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderInConsole } from "../../test/render.tsx";
import { GUIDES, useHelpLink } from "./Screen.tsx";

it.each(GUIDES)("exists for %s: %s", (_path, guide) => {
  expect(existsSync(`../docs/user-guide/${guide}.md`)).toBe(true);
});

it("is absent on a page without one", async () => {
  await renderInConsole(() => <p>{`[${useHelpLink()}]`}</p>);
  expect(screen.getByText("[]")).toBeVisible();
});
