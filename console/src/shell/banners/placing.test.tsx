import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { type Answers, shown } from "../../test/shownBanners.tsx";
import { forgetDismissals } from "./dismissals.ts";

beforeEach(forgetDismissals);

describe("the page below", () => {
  const others = /may also be changing the configuration/;
  const above = (container: Element) => container.querySelector(".hanse-banners__above") as HTMLElement;
  const late = (container: Element) => container.querySelector(".hanse-banners__late") as HTMLElement;
  const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ["banners"] });

  it("does not move when a banner appears, until the next page", async () => {
    const answers: Answers = {};
    const { container, queries, router } = await shown(answers);
    expect(await screen.findByRole("heading", { name: "Screen" })).toBeVisible();
    answers.administrators = ["Anna"];
    await refresh(queries);
    expect(await within(late(container)).findByText(others)).toBeVisible();
    expect(above(container)).toBeEmptyDOMElement();
    expect(screen.queryByRole("button", { name: "Show above the page" })).toBeNull();
    await expectAccessible(container);
    await act(() => router.navigate({ to: "/other" as never }));
    expect(await within(above(container)).findByText(others)).toBeVisible();
    expect(late(container)).toBeEmptyDOMElement();
  });

  it("makes room for a permanent banner on request", async () => {
    const answers: Answers = {};
    const { container, queries, user } = await shown(answers);
    await screen.findByRole("heading", { name: "Screen" });
    answers.license = { status: "EXPIRED", prefix: "License error", message: "It is over." };
    await refresh(queries);
    await user.click(await screen.findByRole("button", { name: "Show above the page" }));
    expect(within(above(container)).getByText(/It is over/)).toBeVisible();
    expect(late(container)).toBeEmptyDOMElement();
  });

  it("does not move when a cause is resolved, until the next page", async () => {
    const answers: Answers = { administrators: ["Anna"] };
    const { container, queries, router } = await shown(answers);
    expect(await within(above(container)).findByText(others)).toBeVisible();
    answers.administrators = [];
    await refresh(queries);
    await waitFor(() => expect(container.querySelector(".hanse-banners__over")).toHaveAttribute("inert"));
    expect(screen.queryByRole("button", { name: /^Dismiss/ })).toBeNull();
    await act(() => router.navigate({ to: "/other" as never }));
    expect(above(container)).toBeEmptyDOMElement();
  });

  it("waits for all banners above it", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { container } = await shown({ administrators: ["Anna"], held });
    await waitFor(() => expect(above(container)).toBeInTheDocument());
    expect(screen.queryByRole("heading", { name: "Screen" })).toBeNull();
    expect(screen.queryByText(others)).toBeNull();
    release();
    expect(await screen.findByRole("heading", { name: "Screen" })).toBeVisible();
    expect(within(above(container)).getByText(others)).toBeVisible();
  });
});
