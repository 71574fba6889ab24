import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { leaveToLogout } from "../api/leave.ts";
import { SessionWatch } from "./SessionWatch.tsx";

const assign = vi.fn();
const read = vi.fn(() => 1);

function Page() {
  useQuery({ queryKey: ["read anew"], queryFn: read, refetchInterval: 5_000 });
  return (
    <>
      <p>Content</p>
      <SessionWatch timeout={60_000} />
    </>
  );
}

beforeEach(() => {
  assign.mockReset();
  read.mockClear();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
});
afterEach(() => vi.useRealTimers());

it("extends the session on a click, and shows the timeout until the user logs in", async () => {
  const extend = vi.fn(() => new HttpResponse(null, { status: 204 }));
  server.use(http.get("*/pf-admin-ui/extendSession", extend));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderInConsole(Page);
  (await screen.findByText("Content")).click();
  await waitFor(() => expect(extend).toHaveBeenCalledTimes(1));
  act(() => vi.advanceTimersByTime(61_000));
  const dialog = within(await screen.findByRole("dialog", { name: /Session Timed Out/ }));
  expect(dialog.getByText("Your session has timed out and you must login again to continue.")).toBeVisible();
  // The page's automatic reads stop, and a failure does not lead away from the page.
  read.mockClear();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  leaveToLogout("unauthorized");
  expect([read.mock.calls.length, assign.mock.calls.length]).toEqual([0, 0]);
  dialog.getByRole("button", { name: "Login" }).click();
  expect(assign).toHaveBeenCalledWith(expect.stringContaining("/pf-admin-ui/logout"));
});
