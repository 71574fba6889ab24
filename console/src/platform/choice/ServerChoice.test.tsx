import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { renderInConsole } from "../../test/render.tsx";
import { ApiError } from "../api/errors.ts";
import type { ListQuery } from "../list/useServerList.ts";
import { ServerChoice } from "./ServerChoice.tsx";

const ALL = Array.from({ length: 120 }, (_, index) => `Thing ${index + 1}`);
let all: string[];
let asked: ListQuery[];
let failure: Error | undefined;
let submitted: number;

beforeEach(() => {
  all = ALL;
  asked = [];
  failure = undefined;
  submitted = 0;
});

async function read(query: ListQuery) {
  asked.push(query);
  if (failure) throw failure;
  const found = all.filter((one) => one.toLowerCase().includes(query.filter.toLowerCase()));
  const start = (query.page - 1) * query.numberPerPage;
  return { items: found.slice(start, start + query.numberPerPage), totalItems: found.length };
}

interface Parts {
  multiple?: boolean;
  optional?: boolean;
}

function Chooser(parts: Parts) {
  const [chosen, setChosen] = useState<string[]>([]);
  function pick(item: string | undefined) {
    if (item === undefined) setChosen([]);
    else if (!parts.multiple) setChosen([item]);
    else setChosen(chosen.includes(item) ? chosen.filter((one) => one !== item) : [...chosen, item]);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <ServerChoice
        id="things"
        label="Things"
        source={{ key: ["things"], read, idOf: (item: string) => item, show: (name: string) => ({ name }) }}
        selected={chosen}
        searchLabel="Search things"
        empty="No things at all"
        onPick={pick}
        {...parts}
      >
        {chosen.join(", ") || "Choose…"}
      </ServerChoice>
      <button type="button">Elsewhere</button>
    </form>
  );
}

async function opened(parts: Parts = {}) {
  const view = await renderInConsole(() => <Chooser {...parts} />);
  const user = userEvent.setup();
  await user.click(toggle());
  return { user, ...view };
}

const toggle = () => screen.getByRole("button", { name: /^Things/ });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const search = () => screen.getByRole("textbox", { name: "Search things" });

describe("a choice among what the server lists", () => {
  it("requests nothing before it is opened, then one page, and more on demand", async () => {
    await renderInConsole(() => <Chooser />);
    expect(asked).toEqual([]);
    const user = userEvent.setup();
    await user.click(toggle());
    await waitFor(() => expect(options()).toHaveLength(50));
    expect(search()).toHaveFocus();
    expect(screen.getByText("50 of 120")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(options()).toHaveLength(100));
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(options()).toHaveLength(120));
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(submitted).toBe(0);
  });

  it("chooses an item by keyboard and returns the focus", async () => {
    const { user, container } = await opened();
    await user.type(search(), "thing 11{Enter}");
    await waitFor(() =>
      expect(options()).toEqual([
        "Thing 11",
        ...[110, 111, 112, 113, 114, 115, 116, 117, 118, 119].map((n) => `Thing ${n}`),
      ]),
    );
    await expectAccessible(container);
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(toggle()).toHaveTextContent("Thing 110");
    expect(toggle()).toHaveFocus();
    expect(options()).toEqual([]);
    expect(submitted).toBe(0);
  });

  it("can clear the choice", async () => {
    const { user } = await opened({ optional: true });
    await waitFor(() => expect(options()[0]).toBe("Thing 1"));
    await user.click(screen.getByRole("option", { name: "Thing 1" }));
    await user.click(toggle());
    await waitFor(() => expect(options()[0]).toBe("None"));
    expect(screen.getByRole("option", { name: "Thing 1" })).toHaveAttribute("aria-selected", "true");
    await user.click(screen.getByRole("option", { name: "None" }));
    expect(toggle()).toHaveTextContent("Choose…");
  });

  it("chooses several without closing, and Escape closes", async () => {
    all = ALL.slice(0, 5);
    const { user, container } = await opened({ multiple: true });
    await user.click(await screen.findByRole("checkbox", { name: "Thing 1" }));
    await user.click(screen.getByRole("checkbox", { name: "Thing 3" }));
    await user.click(screen.getByRole("checkbox", { name: "Thing 1" }));
    expect(screen.getByRole("checkbox", { name: "Thing 3" })).toBeChecked();
    expect(toggle()).toHaveTextContent("Thing 3");
    await expectAccessible(container);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    expect(toggle()).toHaveFocus();
  });

  it("closes when the focus leaves it", async () => {
    const { user } = await opened();
    await waitFor(() => expect(options()).toHaveLength(50));
    await user.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(options()).toEqual([]);
  });

  it("shows that the list is empty, that nothing was found, and what failed", async () => {
    all = [];
    const { container, unmount } = await opened();
    expect(await screen.findByText("No things at all")).toBeVisible();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    await expectAccessible(container);
    unmount();
    all = ALL;
    const other = await opened();
    await other.user.type(search(), "nowhere");
    expect(await screen.findByText("No results for “nowhere”.")).toBeVisible();
    other.unmount();
    failure = new ApiError({ status: 503, resultId: "unavailable", message: "The database is away." });
    await opened();
    expect(await screen.findByText("The database is away.")).toBeVisible();
  });
});
