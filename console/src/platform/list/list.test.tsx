import { createMemoryHistory } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../paths.ts";
import { expectAccessible } from "../../test/axe.ts";
import { renderInConsole } from "../../test/render.tsx";
import { ApiError } from "../api/errors.ts";
import { ListView } from "./ListView.tsx";
import { type ListQuery, listSearch, toListQuery, toSearch, useServerList } from "./useServerList.ts";

const ALL = Array.from({ length: 1234 }, (_, index) => `Thing ${index + 1}`);
let asked: ListQuery[];
let all: string[];
let failure: Error | undefined;
/** The maximum number of hits that are counted. */
let counted: number;

beforeEach(() => {
  asked = [];
  all = ALL;
  failure = undefined;
  counted = ALL.length;
});

async function read(query: ListQuery) {
  asked.push(query);
  if (failure) throw failure;
  const found = all.filter((one) => one.toLowerCase().includes(query.filter.toLowerCase()));
  const start = (query.page - 1) * query.numberPerPage;
  const most = Math.max(counted, start + query.numberPerPage);
  return {
    items: found.slice(start, start + query.numberPerPage),
    totalItems: Math.min(found.length, most + 1),
    ...(found.length > most && { totalIsMinimum: true }),
  };
}

function Things() {
  const list = useServerList(["things"], read);
  return (
    <>
      <button type="button" onClick={() => list.sort(list.query.sortOrder !== "DESC")}>
        Turn around
      </button>
      <ListView list={list} what="things" searchLabel="Search by name" empty={<p>No things</p>} itemHeight="3rem">
        {(items) => (
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

async function opened(address = "/screen") {
  const history = createMemoryHistory({ initialEntries: [address] });
  const view = await renderInConsole(() => <Things />, { page: paths.virtualIssuers, history });
  return { user: userEvent.setup(), ...view };
}

const shown = () => screen.getAllByRole("listitem").map((item) => item.textContent);
const searchBox = () => screen.getByRole("textbox", { name: "Search by name" });
const last = () => asked.at(-1);

describe("a list of the server", () => {
  it("requests one page and shows its number", async () => {
    const { container } = await opened();
    expect(await screen.findByText("Thing 20")).toBeVisible();
    expect(shown()).toHaveLength(20);
    expect(screen.getByRole("status")).toHaveTextContent("1–20 of 1,234");
    expect(asked).toEqual([{ filter: "", page: 1, numberPerPage: 20 }]);
    await expectAccessible(container);
  });

  it("turns pages, with the address", async () => {
    const { user, router } = await opened();
    await screen.findByText("Thing 20");
    await user.click(screen.getAllByRole("button", { name: "Next page" })[0] as HTMLElement);
    expect(await screen.findByText("Thing 40")).toBeVisible();
    expect(router.state.location.search).toEqual({ page: 2 });
    await user.click(screen.getByRole("button", { name: "Last page" }));
    expect(await screen.findByText("Thing 1234")).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("1,221–1,234 of 1,234");
    router.history.back();
    expect(await screen.findByText("Thing 40")).toBeVisible();
  });

  it("shows that there are more than were counted, and pages through all of them", async () => {
    counted = 30;
    const { user, container } = await opened("/screen?search=thing");
    await screen.findByText("Thing 20");
    expect(screen.getByRole("status")).toHaveTextContent("1–20 of more than 30");
    expect(screen.queryByRole("button", { name: "Last page" })).toBeNull();
    await expectAccessible(container);
    for (const last of ["Thing 40", "Thing 60"]) {
      await user.click(screen.getAllByRole("button", { name: "Next page" })[0] as HTMLElement);
      expect(await screen.findByText(last)).toBeVisible();
    }
    expect(screen.getByRole("status")).toHaveTextContent("41–60 of more than 60");
  });

  it("searches once for a typed word, from the first page", async () => {
    const { user, router } = await opened("/screen?page=3");
    await screen.findByText("Thing 60");
    await user.type(searchBox(), "thing 123 ");
    await waitFor(() =>
      expect(shown()).toEqual(["Thing 123", "Thing 1230", "Thing 1231", "Thing 1232", "Thing 1233", "Thing 1234"]),
    );
    expect(asked).toHaveLength(2);
    expect(last()).toEqual({ filter: "thing 123", page: 1, numberPerPage: 20 });
    expect(router.state.location.search).toEqual({ search: "thing 123" });
    expect(searchBox()).toHaveValue("thing 123 ");
    expect(searchBox()).toHaveFocus();
  });

  it("reverses its order, with the address", async () => {
    const { user, router } = await opened("/screen?page=3&search=thing");
    await screen.findByText("Thing 60");
    await user.click(screen.getByRole("button", { name: "Turn around" }));
    await waitFor(() => expect(last()).toEqual({ filter: "thing", page: 1, numberPerPage: 20, sortOrder: "DESC" }));
    expect(router.state.location.search).toEqual({ search: "thing", order: "desc" });
    await user.click(screen.getAllByRole("button", { name: "Next page" })[0] as HTMLElement);
    await waitFor(() => expect(last()).toMatchObject({ page: 2, sortOrder: "DESC" }));
    await user.click(screen.getByRole("button", { name: "Turn around" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ search: "thing" }));
  });

  it("shows a search without results, and clears it", async () => {
    const { user, router, container } = await opened("/screen?search=nowhere");
    expect(await screen.findByText("No things match “nowhere”.")).toBeVisible();
    expect(searchBox()).toHaveValue("nowhere");
    await expectAccessible(container);
    await user.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) as HTMLElement);
    expect(await screen.findByText("Thing 20")).toBeVisible();
    expect(searchBox()).toHaveValue("");
    expect(router.state.location.search).toEqual({});
  });

  it("shows the empty state instead of an empty list", async () => {
    all = [];
    await opened();
    expect(await screen.findByText("No things")).toBeVisible();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  });

  it("shows the last page when the requested one no longer exists", async () => {
    all = ALL.slice(0, 25);
    const { router } = await opened("/screen?page=9");
    await waitFor(() => expect(shown()).toEqual(["Thing 21", "Thing 22", "Thing 23", "Thing 24", "Thing 25"]));
    expect(router.state.location.search).toEqual({ page: 2 });
  });

  it("shows why loading failed, and loads again", async () => {
    failure = new ApiError({ status: 503, resultId: "unavailable", message: "The database is away." });
    const { user } = await opened();
    expect(await screen.findByText("The database is away.")).toBeVisible();
    failure = undefined;
    await user.click(screen.getByRole("button", { name: "Load again" }));
    expect(await screen.findByText("Thing 20")).toBeVisible();
  });
});

describe("the address of a list", () => {
  it.each<[Record<string, unknown>, ListQuery]>([
    [{}, { filter: "", page: 1, numberPerPage: 20 }],
    [
      { search: "acme", page: 3, perPage: 50 },
      { filter: "acme", page: 3, numberPerPage: 50 },
    ],
    [{ search: 2026 }, { filter: "2026", page: 1, numberPerPage: 20 }],
    [
      { search: ["x"], page: -1, perPage: 7 },
      { filter: "", page: 1, numberPerPage: 20 },
    ],
    [
      { page: 1.5, perPage: "50" },
      { filter: "", page: 1, numberPerPage: 20 },
    ],
  ])("%j is read as %j", (address, query) => expect(toListQuery(listSearch(address))).toEqual(query));

  it("contains only values other than the defaults", () => {
    expect(JSON.stringify(toSearch({ filter: "", page: 1, numberPerPage: 20 }))).toBe("{}");
    expect(toSearch({ filter: "a", page: 2, numberPerPage: 50 })).toEqual({ search: "a", page: 2, perPage: 50 });
  });
});
