import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { searching } from "./searching.ts";

const sent = vi.fn();
const field = () => document.querySelector("input") as HTMLInputElement;

beforeEach(() => {
  vi.useFakeTimers();
  sent.mockReset();
  vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(sent);
  document.body.innerHTML =
    '<form data-search><input type="search" name="search" value="found"><button></button></form>';
});

afterEach(() => vi.useRealTimers());

it("searches for a text that was typed before the script started", () => {
  field().value = "found more";
  searching(document, new AbortController().signal);
  vi.runAllTimers();
  expect(sent).toHaveBeenCalledTimes(1);
});

it("does not search again for the text whose results are shown", () => {
  searching(document, new AbortController().signal);
  field().dispatchEvent(new Event("input", { bubbles: true }));
  vi.runAllTimers();
  expect(sent).not.toHaveBeenCalled();
});

it("does not search after the page was left", () => {
  const left = new AbortController();
  searching(document, left.signal);
  field().value = "else";
  field().dispatchEvent(new Event("input", { bubbles: true }));
  left.abort();
  vi.runAllTimers();
  expect(sent).not.toHaveBeenCalled();
});

it("needs no button, which pages without scripts have", () => {
  searching(document, new AbortController().signal);
  expect(document.querySelector("button")).toBeNull();
});
