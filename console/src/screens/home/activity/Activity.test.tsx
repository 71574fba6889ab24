import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { API, fakeServer, type Held } from "../../../test/home/fakeServer.ts";
import { renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import { Activity } from "./Activity.tsx";

const step = (begins: string, signedIn: number, signInFailures: number, milliseconds?: number) => ({
  begins,
  signedIn,
  signInFailures,
  tokens: 5 * signedIn,
  tokenFailures: 0,
  ...(milliseconds && { tokenMilliseconds: milliseconds }),
});

let held: Held;
beforeEach(() => {
  forgetToken();
  held = fakeServer();
  held.figures = {
    stepMinutes: 5,
    steps: [step("2026-11-21T08:25:00.000Z", 1000, 1, 24.2), step("2026-11-21T08:30:00.000Z", 200, 2)],
    signedIn: 1200,
    signInFailures: 3,
    reasons: [
      { id: "DENIED", label: "Denied by a policy", count: 2 },
      { id: "LOCKED_OUT", label: "User locked out", count: 1 },
    ],
    tokens: 6000,
    grantTypes: [{ id: "authorization_code", label: "Authorization code", count: 6000 }],
    tokenFailures: 0,
    errors: [],
    tokenMilliseconds: 24.2,
  };
});

const list = (name: string) => within(screen.getByRole("heading", { name }).closest(".pf-v6-c-card") as HTMLElement);

describe("the activity of the engines", () => {
  it("has charts with totals, reasons and grant types", async () => {
    const { container } = await renderInConsole(() => <Activity />);
    expect(await screen.findByRole("img", { name: "Successful sign-ins, Failed sign-ins" })).toBeInTheDocument();
    expect(list("Sign-ins").getByText("1,200")).toBeVisible();
    expect(list("Sign-ins").getByText("08:25 AM · 1,000 · 1")).toBeInTheDocument();
    const items = list("Sign-ins").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual(["Denied by a policy2", "User locked out1"]);
    expect(list("Access tokens").getByText("Authorization code")).toBeVisible();
    expect(screen.getByText("No token request was refused in this period.")).toBeVisible();
    expect(screen.getByText("24.2 ms")).toBeVisible();
    await expectAccessible(container);
  });

  it("has bars whose heights are in proportion, one above the other", async () => {
    const { container } = await renderInConsole(() => <Activity />);
    await screen.findByRole("img", { name: "Successful sign-ins, Failed sign-ins" });
    const [first, , third, fourth] = container.querySelectorAll("svg[role=img] .hanse-bars__bar");
    expect(Number(first?.getAttribute("height"))).toBeCloseTo((1000 / 1001) * 64);
    expect(Number(third?.getAttribute("height"))).toBeCloseTo((200 / 1001) * 64);
    expect(Number(fourth?.getAttribute("y")) + Number(fourth?.getAttribute("height"))).toBeCloseTo(
      Number(third?.getAttribute("y")),
    );
  });

  it("shows the same figures as a table on request", async () => {
    const { container } = await renderInConsole(() => <Activity />);
    await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));
    const rows = within(screen.getByRole("table", { name: "Sign-ins and tokens" })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "BeginsSuccessful sign-insFailed sign-insTokens issuedRefused token requestsAuthorization requestsToken requests",
      "08:25 AM1,00015,0000–24.2 ms",
      "08:30 AM20021,0000––",
    ]);
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
    expect(screen.getByText("User locked out")).toBeVisible();
    await expectAccessible(container);
  });

  it("reads the last day on request", async () => {
    await renderInConsole(() => <Activity />);
    await userEvent.click(await screen.findByRole("button", { name: "Last day" }));
    expect(screen.getByRole("button", { name: "Last day" })).toHaveAttribute("aria-pressed", "true");
    await screen.findByText("1,200");
    expect(held.periods).toEqual(["HOUR", "DAY"]);
  });

  it("says what to do while there are no figures", async () => {
    held.figures = { ...held.figures, signedIn: 0, signInFailures: 0, tokens: 0 };
    await renderInConsole(() => <Activity />);
    expect(await screen.findByRole("heading", { name: "No sign-ins or token requests in this period" })).toBeVisible();
    expect(screen.getByText(/To connect an application/)).toBeVisible();
  });

  it("can be loaded again after a failure", async () => {
    server.use(
      http.get(`${API}/engineFigures`, () => HttpResponse.json({ message: "Away." }, { status: 503 }), { once: true }),
    );
    await renderInConsole(() => <Activity />);
    expect(await screen.findByText("Away.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Load again" }));
    expect(await screen.findByText("1,200")).toBeVisible();
  });
});
