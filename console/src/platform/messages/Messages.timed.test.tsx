import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { renderWithText } from "../../test/render.tsx";
import { ApiError } from "../api/errors.ts";
import { type Messages, MessagesProvider, useMessages } from "./Messages.tsx";

let messages: Messages;

function Grab() {
  messages = useMessages();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  renderWithText(
    <MessagesProvider>
      <Grab />
    </MessagesProvider>,
  );
});
afterEach(() => vi.useRealTimers());

it("removes success and info messages after 5,000 ms", () => {
  act(() => {
    messages.success();
    messages.info("Noted");
  });
  act(() => vi.advanceTimersByTime(4_999));
  expect(screen.getByText("Settings saved.")).toBeVisible();
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.queryByText("Settings saved.")).not.toBeInTheDocument();
  expect(screen.queryByText("Noted")).not.toBeInTheDocument();
});

it("keeps errors until they are dismissed, with the request ID", () => {
  act(() => messages.error(new ApiError({ status: 500, resultId: "x", message: "Broken.", requestId: "r-1" })));
  act(() => vi.advanceTimersByTime(600_000));
  expect(screen.getByText("Broken.")).toBeVisible();
  expect(screen.getByText("r-1")).toBeVisible();
  act(() => screen.getByRole("button", { name: "Dismiss the message: Broken." }).click());
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.queryByText("Broken.")).not.toBeInTheDocument();
});

it("shows an error once, and removes it with the next attempt and with a success", () => {
  act(() => messages.error("Save Failed."));
  act(() => messages.error("Save Failed."));
  expect(screen.getAllByText("Save Failed.")).toHaveLength(1);
  act(() => messages.clearErrors());
  expect(screen.queryByText("Save Failed.")).not.toBeInTheDocument();
  act(() => messages.error("Save Failed."));
  act(() => messages.success());
  expect(screen.queryByText("Save Failed.")).not.toBeInTheDocument();
  expect(screen.getByText("Settings saved.")).toBeVisible();
});

it("shows neither the text of an exception nor that of a status", () => {
  act(() => messages.error(new TypeError("undefined is not a function")));
  expect(screen.getByText("An error occurred in the console. Reload the page to try again.")).toBeVisible();
  const answer = { status: 500, resultId: "x", message: "Internal Server Error", isUnexplained: true };
  act(() => messages.error(new ApiError(answer)));
  expect(screen.getByText(/did not say why \(status 500\)/)).toBeVisible();
  expect(screen.queryByText(/not a function|Internal Server Error/)).not.toBeInTheDocument();
});

it("reports that the server does not answer, and accepts a title", () => {
  const unreachable = new ApiError({ status: 0, resultId: "unreachable", message: "TypeError: fetch failed" });
  act(() => messages.error(unreachable));
  act(() => messages.error(unreachable, "Save Failed."));
  expect(screen.getByText(/The server is not responding/)).toBeVisible();
  expect(screen.getByText("Save Failed.")).toBeVisible();
});

it("is a live region without accessibility findings", async () => {
  act(() => messages.error("One"));
  vi.useRealTimers();
  const region = screen.getByRole("list", { name: "Messages" });
  expect(region).toHaveAttribute("aria-live", "polite");
  await expectAccessible(document.body);
});
