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
import { type Messages, MessagesProvider, useMessages } from "../platform/messages/Messages.tsx";
import { WithText } from "../test/render.tsx";
import { Navigating } from "./Shell.tsx";

let messages: Messages;

function Root() {
  return (
    <MessagesProvider>
      <Navigating />
      <Outlet />
    </MessagesProvider>
  );
}

function First() {
  messages = useMessages();
  return <h1>First</h1>;
}

it("shows that a screen is loading, and removes the errors of the previous one", async () => {
  let arrive = () => {};
  const root = createRootRoute({ component: Root });
  const first = createRoute({ getParentRoute: () => root, path: "/", component: First });
  const slow = createRoute({
    getParentRoute: () => root,
    path: "/slow",
    loader: () =>
      new Promise<null>((resolve) => {
        arrive = () => resolve(null);
      }),
    component: () => <h1>Slow</h1>,
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree: root.addChildren([first, slow]), history });
  render(
    <WithText>
      <RouterProvider router={router as never} />
    </WithText>,
  );
  await screen.findByRole("heading", { name: "First" });
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  act(() => messages.error("Broken."));
  expect(screen.getByText("Broken.")).toBeVisible();
  act(() => history.push("/slow"));
  expect(await screen.findByRole("progressbar", { name: "Loading" })).toBeInTheDocument();
  expect(screen.queryByText("Broken.")).not.toBeInTheDocument();
  act(() => arrive());
  expect(await screen.findByRole("heading", { name: "Slow" })).toBeVisible();
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
});
