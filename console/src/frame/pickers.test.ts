import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { frameChoices } from "../platform/api/frameChoices.ts";
import { pickers } from "./pickers.ts";

vi.mock("../platform/api/frameChoices.ts");

const choices = vi.mocked(frameChoices);
const offered = (...labels: string[]) => ({
  items: labels.map((label) => ({ value: label.toLowerCase(), label })),
  hasMore: false,
});

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/pf-admin-ui/frame/policies/add");
  document.body.innerHTML = `
    <div class="hanse-frame" data-type="form">
      <div data-picker="store">
        <input type="search"><button type="submit">Search</button>
        <select name="store"><option value="">Choose</option><option value="kept" selected>Kept</option></select>
      </div>
    </div>`;
  choices.mockReset();
  pickers(document, new AbortController().signal);
});

afterEach(() => vi.useRealTimers());

const field = () => document.querySelector("input") as HTMLInputElement;
const labels = () => [...document.querySelectorAll("option")].map((option) => option.textContent);

function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event("input"));
}

describe("pickers", () => {
  it("search after a pause in typing, and keep the choice", async () => {
    choices.mockResolvedValue(offered("Staff", "Kept"));
    expect(document.querySelector("button")).toBeNull();
    type("s");
    type("st");
    expect(choices).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(choices.mock.calls).toEqual([["policies", "store", "st", "form", ""]]);
    history.replaceState(null, "", "/pf-admin-ui/frame/policies/edit/me%2Ftoo");
    type("sta");
    await vi.runAllTimersAsync();
    expect(choices).toHaveBeenLastCalledWith("policies", "store", "sta", "form", "me/too");
    expect(labels()).toEqual(["Choose", "Kept", "Staff"]);
    expect(document.querySelector("select")?.value).toBe("kept");
  });

  it("search at once with Enter, which posts no form", async () => {
    choices.mockResolvedValue(offered("Staff"));
    type("staff");
    const enter = new KeyboardEvent("keydown", { key: "Enter", cancelable: true });
    field().dispatchEvent(enter);
    await vi.runAllTimersAsync();
    expect(enter.defaultPrevented).toBe(true);
    expect(choices).toHaveBeenCalledTimes(1);
  });

  it("ignore late answers to older searches, and missing ones", async () => {
    let late: (found: ReturnType<typeof offered>) => void = () => undefined;
    choices.mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    choices.mockResolvedValueOnce(offered("New")).mockResolvedValueOnce(undefined);
    type("o");
    await vi.runAllTimersAsync();
    type("n");
    await vi.runAllTimersAsync();
    late(offered("Old"));
    type("x");
    await vi.runAllTimersAsync();
    expect(choices).toHaveBeenCalledTimes(3);
    expect(labels()).toEqual(["Choose", "Kept", "New"]);
  });
});

it("choose the first item added in another tab", async () => {
  document.body.innerHTML = `
    <div class="hanse-frame"><form><div class="hanse-picker">
      <select name="store"><option value="">Choose…</option></select>
      <p data-first="store">None yet. <a href="/system/stores/add" target="_blank">Add Data Store</a></p>
    </div></form></div>`;
  const ends = new AbortController();
  pickers(document, ends.signal);
  const changed = vi.fn();
  document.querySelector("select")?.addEventListener("change", changed);
  choices.mockResolvedValueOnce({ items: [], hasMore: false });
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(choices).toHaveBeenCalledTimes(1));
  expect(document.querySelector("[data-first]")).not.toBeNull();
  choices.mockResolvedValueOnce(offered("Staff"));
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(document.querySelector("select")?.value).toBe("staff"));
  expect(changed).toHaveBeenCalledOnce();
  expect(document.querySelector("[data-first]")).toBeNull();
  ends.abort();
});
