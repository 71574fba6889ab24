import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useShownPath } from "./useShownPath.ts";

const Page = () => <h1>{useShownPath()}</h1>;

it("is that of the page that is shown, until the next one has arrived", async () => {
  let arrive = () => {};
  const root = createRootRoute({ component: Outlet, notFoundComponent: Page });
  const first = createRoute({ getParentRoute: () => root, path: "/first/$", component: Page });
  const slow = createRoute({
    getParentRoute: () => root,
    path: "/slow",
    loader: () =>
      new Promise<null>((resolve) => {
        arrive = () => resolve(null);
      }),
    component: Page,
  });
  const history = createMemoryHistory({ initialEntries: ["/first/edit/one"] });
  const router = createRouter({ routeTree: root.addChildren([first, slow]), history });
  render(<RouterProvider router={router as never} />);
  expect(await screen.findByRole("heading", { name: "/first/edit/one" })).toBeVisible();
  await act(async () => history.push("/slow"));
  expect(router.state.location.pathname).toBe("/slow");
  expect(screen.getByRole("heading", { name: "/first/edit/one" })).toBeVisible();
  await act(async () => arrive());
  expect(await screen.findByRole("heading", { name: "/slow" })).toBeVisible();
  await act(async () => history.push("/nowhere"));
  expect(await screen.findByRole("heading", { name: "/nowhere" })).toBeVisible();
});
