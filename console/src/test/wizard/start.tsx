/** The wizard on a fake server, for the unit tests of its steps. */
import { vi } from "vitest";
import Setup from "../../screens/setup/index.tsx";
import { renderWithText } from "../render.tsx";
import { fakeServer } from "./fakeServer.ts";

/** Renders the wizard; each call is appended to `seen`. */
export function start(overrides: Parameters<typeof fakeServer>[0] = {}) {
  const seen = fakeServer(overrides);
  const { container } = renderWithText(<Setup />);
  return { seen, container };
}

/** The address to which the page was redirected since `watchLocation`. */
export const replace = vi.fn();

/** For `beforeEach`: the page stays at the start, and `replace` records the address. */
export function watchLocation(): void {
  vi.spyOn(window.location, "replace").mockImplementation(replace);
  replace.mockReset();
  window.history.replaceState(null, "", "/");
}
