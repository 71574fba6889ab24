import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { renderWithText } from "../../test/render.tsx";
import { Tour } from "./Tour.tsx";
import { isTourDismissed, TOUR_COOKIE, useTour } from "./useTour.ts";

const ANCHORS = ["notifications", "home", "search", "shortcuts", "help"];
const TITLES = ["Alerts", "Back to the dashboard", "Search", "Shortcuts", "Help"];

function Page({ isHome = true, anchors = ANCHORS }) {
  const tour = useTour(isHome);
  return (
    <main>
      <h1 tabIndex={-1}>Home</h1>
      {anchors.map((name) => (
        <button key={name} type="button" data-tour={name}>
          {name}
        </button>
      ))}
      <button type="button" onClick={tour.start}>
        Show Me Around
      </button>
      {tour.shown && <Tour product="Hanse" onEnd={tour.end} />}
    </main>
  );
}

const step = (number: number) => screen.findByRole("dialog", { name: `Step ${number} of 5 ${TITLES[number - 1]}` });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const here = () => document.querySelector("[data-tour-here]")?.getAttribute("data-tour");
const forgetCookie = () => {
  // Not 0: within the same millisecond happy-dom would still show such a cookie.
  // biome-ignore lint/suspicious/noDocumentCookie: as the product sets it.
  document.cookie = `${TOUR_COOKIE}=; Max-Age=-1; Path=/; Secure`;
};

beforeEach(() => {
  forgetCookie();
  Element.prototype.scrollIntoView = vi.fn();
});

describe("the guided tour", () => {
  it("welcomes, has five steps to Done, and is not repeated", async () => {
    const cookie = vi.spyOn(document, "cookie", "set");
    const { baseElement, unmount } = renderWithText(<Page />);
    expect(await screen.findByRole("dialog", { name: "Welcome to Hanse" })).toBeVisible();
    await expectAccessible(baseElement);
    await press("Start");
    for (let number = 1; number <= 5; number += 1) {
      const dialog = within(await step(number));
      expect(here()).toBe(ANCHORS[number - 1]);
      expect(dialog.queryByRole("button", { name: "Back" }) === null).toBe(number === 1);
      await expectAccessible(baseElement);
      expect(cookie).not.toHaveBeenCalled();
      await press(number === 5 ? "Done" : "Next");
    }
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(here()).toBeUndefined();
    expect(cookie).toHaveBeenCalledExactlyOnceWith(
      "__Host-hanse-tour=dismissed; Max-Age=31536000; Path=/; Secure; SameSite=Strict",
    );
    unmount();
    renderWithText(<Page />);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("goes back", async () => {
    renderWithText(<Page />);
    await press("Start");
    await step(1);
    await press("Next");
    await step(2);
    await press("Back");
    await step(1);
  });

  it.each([
    ["Skip the tour", async () => press("Skip the tour")],
    ["closing the welcome", async () => press("Close")],
    ["Escape on the welcome", async () => userEvent.keyboard("{Escape}")],
    [
      "closing a step",
      async () => {
        await press("Start");
        await step(1);
        await press("End the tour");
      },
    ],
    [
      "Escape on a step",
      async () => {
        await press("Start");
        await step(1);
        // A step handles keys once it has the focus.
        await waitFor(() => expect(screen.getByRole("button", { name: "Next" })).toHaveFocus());
        await userEvent.keyboard("{Escape}");
      },
    ],
  ])("%s dismisses it", async (_, end) => {
    renderWithText(<Page />);
    await screen.findByRole("dialog");
    expect(isTourDismissed()).toBe(false);
    await end();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(isTourDismissed()).toBe(true);
    await waitFor(() => expect(screen.getByRole("heading", { name: "Home" })).toHaveFocus());
  });

  it("follows its target when the window changes", async () => {
    renderWithText(<Page />);
    await press("Start");
    await step(1);
    const scroll = vi.mocked(Element.prototype.scrollIntoView);
    const before = scroll.mock.calls.length;
    const bell = screen.getByRole("button", { name: "notifications", hidden: true });
    window.dispatchEvent(new Event("resize"));
    expect(scroll).toHaveBeenCalledTimes(before);
    vi.spyOn(bell, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 9_999, 40, 40));
    window.dispatchEvent(new Event("resize"));
    expect(scroll.mock.contexts.slice(before)).toEqual([bell]);
    await press("End the tour");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const after = scroll.mock.calls.length;
    window.dispatchEvent(new Event("resize"));
    expect(scroll).toHaveBeenCalledTimes(after);
  });

  it("starts again on request, and returns the focus", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the product sets it.
    document.cookie = `${TOUR_COOKIE}=dismissed; Path=/; Secure`;
    renderWithText(<Page />);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await press("Show Me Around");
    await screen.findByRole("dialog", { name: "Welcome to Hanse" });
    await press("Skip the tour");
    await waitFor(() => expect(screen.getByRole("button", { name: "Show Me Around" })).toHaveFocus());
  });

  it("is shown on the home path only", () => {
    renderWithText(<Page isHome={false} />);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("points at the heading until the shortcuts are loaded", async () => {
    renderWithText(<Page anchors={ANCHORS.filter((name) => name !== "shortcuts")} />);
    await press("Start");
    for (const number of [1, 2, 3]) {
      await step(number);
      await press("Next");
    }
    await step(4);
    expect(screen.getByRole("heading", { name: "Home", hidden: true })).toHaveAttribute("data-tour-here");
    const late = document.createElement("div");
    late.setAttribute("data-tour", "shortcuts");
    document.querySelector("main")?.append(late);
    await waitFor(() => expect(here()).toBe("shortcuts"));
  });
});

it.each([
  ["", false],
  ["other=1; theme=dark", false],
  [`x${TOUR_COOKIE}=dismissed`, false],
  [`other=1; ${TOUR_COOKIE}=dismissed`, true],
])("with the cookies %j it was dismissed: %s", (cookies, dismissed) =>
  expect(isTourDismissed(cookies)).toBe(dismissed),
);
