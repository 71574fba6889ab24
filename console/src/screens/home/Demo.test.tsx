import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetToken } from "../../platform/api/client.ts";
import { expectAccessible } from "../../test/axe.ts";
import { API, fakeServer, type Held } from "../../test/home/fakeServer.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { Demo } from "./index.tsx";

let held: Held;
beforeEach(() => {
  forgetToken();
  held = fakeServer();
});

const dialog = () => within(screen.getByRole("dialog"));

describe("the demo", () => {
  it("is offered while nothing is configured, lists what it creates, and links to the application", async () => {
    held.demo.offered = true;
    const { container } = await renderInConsole(() => <Demo />);
    await userEvent.click(await screen.findByRole("button", { name: "Set up demo" }));
    expect(dialog().getByText("OAuth client")).toBeVisible();
    await userEvent.click(dialog().getByRole("button", { name: "Set up demo" }));
    const link = await screen.findByRole("link", { name: /^Open the demo application/ });
    expect(link).toHaveAttribute("href", "http://localhost:9032");
    await expectAccessible(container);
  });

  it("creates nothing when the question is canceled", async () => {
    held.demo.offered = true;
    await renderInConsole(() => <Demo />);
    await userEvent.click(await screen.findByRole("button", { name: "Set up demo" }));
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(held.demo.created).toBe(false);
  });

  it("is removed on request, and then offered again", async () => {
    Object.assign(held.demo, { created: true, running: true });
    await renderInConsole(() => <Demo />);
    await userEvent.click(await screen.findByRole("button", { name: "Remove demo" }));
    await userEvent.click(dialog().getByRole("button", { name: "Remove demo" }));
    expect(await screen.findByRole("button", { name: "Set up demo" })).toBeVisible();
  });

  it("shows in the dialog why it was refused", async () => {
    held.demo.offered = true;
    server.use(
      http.post(`${API}/demo`, () =>
        HttpResponse.json({ resultId: "unavailable", message: "Port 9032 is in use." }, { status: 503 }),
      ),
    );
    await renderInConsole(() => <Demo />);
    await userEvent.click(await screen.findByRole("button", { name: "Set up demo" }));
    await userEvent.click(dialog().getByRole("button", { name: "Set up demo" }));
    expect(await dialog().findByText(/Port 9032 is in use/)).toBeVisible();
  });
});
