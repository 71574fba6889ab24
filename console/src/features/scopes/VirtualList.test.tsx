import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ROW_HEIGHT, VirtualList } from "./VirtualList.tsx";

const HEIGHT = 400;

// The test DOM has no layout, and invisible rows are not rendered: these are the sizes that the list reads.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(HEIGHT);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(HEIGHT);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(100 * ROW_HEIGHT);
});

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index));

function list(items: readonly string[]) {
  return (
    <VirtualList items={items} nameOf={(name) => name} labelledBy="any" setSize={-1} busy={false} locked={false}>
      {(name, inTabOrder) => (
        <button type="button" data-part="act" tabIndex={inTabOrder ? 0 : -1}>
          {name}
        </button>
      )}
    </VirtualList>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const scroller = () => document.querySelector(".hanse-picker__scroller") as HTMLElement;

async function atTheEnd() {
  const user = userEvent.setup();
  const view = render(list(numbers(0, 100)));
  act(() => button("0").focus());
  await user.keyboard("{End}");
  return { user, ...view };
}

describe("a list that renders only its visible rows", () => {
  it("jumps to its end with one key, with the focus", async () => {
    await atTheEnd();
    expect(button("99")).toHaveFocus();
    expect(scroller().scrollTop).toBe(100 * ROW_HEIGHT - HEIGHT);
    expect(screen.queryByRole("button", { name: "0" })).toBeNull();
  });

  it("keeps focus and position when rows are added below and removed above", async () => {
    const { user, rerender } = await atTheEnd();
    const focused = button("99");
    rerender(list(numbers(60, 160)));
    // The same element: a new one in its place would not have the focus.
    expect(button("99")).toBe(focused);
    expect(focused).toHaveFocus();
    expect(scroller().scrollTop).toBe(40 * ROW_HEIGHT - HEIGHT);
    await user.keyboard("{ArrowDown}");
    expect(button("100")).toHaveFocus();
  });

  it("keeps focus and position when rows are added above and removed below", async () => {
    const { rerender } = await atTheEnd();
    rerender(list(numbers(60, 160)));
    const focused = button("99");
    rerender(list(numbers(20, 120)));
    expect(button("99")).toBe(focused);
    expect(focused).toHaveFocus();
    expect(scroller().scrollTop).toBe(80 * ROW_HEIGHT - HEIGHT);
  });

  it("shows new first rows if the list was not scrolled", () => {
    const { rerender } = render(list(numbers(10, 100)));
    rerender(list(numbers(0, 100)));
    expect(scroller().scrollTop).toBe(0);
    expect(button("0")).toBeVisible();
  });

  it("does not take the focus from another element", async () => {
    const { user, rerender } = await atTheEnd();
    await user.keyboard("{End}");
    act(() => button("99").blur());
    rerender(list(numbers(0, 101)));
    expect(document.body).toHaveFocus();
  });
});
