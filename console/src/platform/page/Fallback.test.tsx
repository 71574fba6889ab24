import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderInConsole } from "../../test/render.tsx";
import { ApiError } from "../api/errors.ts";
import { Broken } from "./Fallback.tsx";

async function broken(error: unknown) {
  await renderInConsole(() => <Broken error={error} reset={vi.fn()} />);
  await screen.findByRole("heading", { level: 1, name: "This page cannot be displayed" });
}

it("never shows the text of an exception", async () => {
  await broken(new TypeError("e?.toUpperCase is not a function"));
  expect(screen.getByText("An error occurred in the console. Reload the page to try again.")).toBeVisible();
  expect(screen.queryByText(/toUpperCase/)).not.toBeInTheDocument();
});

it("shows what the server answered, with the request ID", async () => {
  await broken(new ApiError({ status: 409, resultId: "x", message: "The console is passive.", requestId: "r-1" }));
  expect(screen.getByText("The console is passive.")).toBeVisible();
  expect(screen.getByText("r-1")).toBeVisible();
});
