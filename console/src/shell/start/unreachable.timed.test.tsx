import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithText } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { Unreachable } from "./unreachable.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("reports that the database is unavailable, and returns to the page with the first answer", async () => {
  const statuses: number[] = [503, 200];
  let asked = 0;
  server.use(
    http.get("*/pf-admin-ui/session", () => {
      const status = statuses[asked++] ?? 200;
      return HttpResponse.json({ message: "x" }, { status });
    }),
  );
  const back = vi.fn();
  renderWithText(<Unreachable away="unavailable" onBack={back} />);
  expect(screen.getByRole("heading", { level: 1, name: "The configuration database cannot be reached" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(back).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6000);
  await vi.waitFor(() => expect(back).toHaveBeenCalledOnce());
});
