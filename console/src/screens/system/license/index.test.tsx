import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { LARGEST_LICENSE_FILE } from "../../../features/licenseFile.ts";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import type { Session } from "../../../platform/session/SessionProvider.tsx";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import License from "./index.tsx";

const API = "*/pf-admin-api/v1";
const current = { id: "L-1", name: "Old", organization: "Example Ltd", usedConnections: 3, oauthEnabled: true };
const next = { id: "L-2", name: "New", organization: "Example Ltd", usedConnections: 3, oauthEnabled: false };
const WARNINGS = [
  { code: "OAUTH_DISABLED", message: "The new license disables OAuth." },
  { code: "NODE_LIMIT_LOWERED", message: "The new license lowers the node limit from 4 to 2." },
];
let imported: string[];
let validated: string[];

beforeEach(() => {
  forgetToken();
  imported = [];
  validated = [];
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
  );
});

function refusal(...messages: string[]) {
  const validationErrors = messages.map((message) => ({ errorId: "x", message, fieldPath: "fileData" }));
  return HttpResponse.json({ resultId: "validation_error", message: "no", validationErrors }, { status: 422 });
}

interface Answers {
  license?: object | null;
  warnings?: object[];
  validate?: () => Response | Promise<Response>;
  put?: () => Response;
}

function answering({ license = current, warnings = [], validate, put }: Answers = {}) {
  server.use(
    http.get(`${API}/license`, () =>
      license ? HttpResponse.json(license) : HttpResponse.json({ resultId: "x", message: "none" }, { status: 404 }),
    ),
    http.post(`${API}/internal/license/validate`, async ({ request }) => {
      validated.push(((await request.json()) as { fileData: string }).fileData);
      return validate ? validate() : HttpResponse.json({ license: next, warnings });
    }),
    http.put(`${API}/license`, async ({ request }) => {
      imported.push(((await request.json()) as { fileData: string }).fileData);
      return put ? put() : HttpResponse.json(next);
    }),
  );
}

async function opened(session: Session = administrator) {
  const view = await renderInConsole(() => <License />, { page: paths.license, session });
  await screen.findAllByRole("heading", { level: 2 });
  return { user: userEvent.setup(), ...view };
}

async function upload(content = "license", name = "new.lic") {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File([content], name));
}

const importButton = () => screen.queryByRole("button", { name: "Import License" });

describe("the license", () => {
  it("shows its details and its connection groups", async () => {
    answering({
      license: {
        ...current,
        features: [{ name: "issuedby", value: "Us" }],
        licenseGroups: [
          { name: "Past", connectionCount: 5, startDate: "2020-01-01T00:00:00Z", endDate: "2021-01-01T00:00:00Z" },
          { name: "Now", connectionCount: 1500, startDate: "2020-01-01T00:00:00Z" },
          { name: "Later", connectionCount: 5, startDate: "9000-01-01T00:00:00Z" },
        ],
      },
    });
    const { container } = await opened();
    expect(screen.getByText("Issued By")).toBeVisible();
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Connection Group",
      "Connections",
      "Issued",
      "Expiration",
      "Status",
    ]);
    const rows = screen.getAllByRole("row").slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["Past", "5", "01 Jan 2020, 00:00 UTC", "01 Jan 2021, 00:00 UTC", "Expired"],
      ["Now", "1,500", "01 Jan 2020, 00:00 UTC", "Never", "OK"],
      ["Later", "5", "01 Jan 9000, 00:00 UTC", "Never", "Not Yet In Effect"],
    ]);
    await expectAccessible(container);
  });

  it("has no table without groups", async () => {
    answering();
    await opened();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("explains the next step when there is none, and shows the first one imported", async () => {
    answering({ license: null });
    const { container } = await opened();
    expect(screen.getByText("No license is installed")).toBeVisible();
    await expectAccessible(container);
    await upload();
    expect(await screen.findByText("L-2")).toBeVisible();
  });

  it("reports that it cannot be loaded, and tries again", async () => {
    server.use(
      http.get(`${API}/license`, () => HttpResponse.json({ resultId: "x", message: "Away." }, { status: 503 })),
    );
    await opened();
    expect(screen.getByText("Away.")).toBeVisible();
    answering();
    await userEvent.click(screen.getByRole("button", { name: "Load again" }));
    expect(await screen.findByText("L-1")).toBeVisible();
  });
});

describe("the roles that may import", () => {
  const session = (...roles: string[]): Session => ({ username: "x", roles: new Set(roles), auditor: false });
  it.each<[string, Session, boolean]>([
    ["administrator", session("ADMINISTRATOR"), true],
    ["user administrator", session("USER_ADMINISTRATOR"), true],
    ["crypto administrator", session("CRYPTO_ADMINISTRATOR", "EXPRESSION_ADMINISTRATOR"), false],
    ["auditor with every role", { ...administrator, auditor: true }, false],
  ])("%s", async (_, who, may) => {
    answering();
    await opened(who);
    expect(Boolean(importButton())).toBe(may);
  });
});

describe("an import", () => {
  it("sends the file in base64, replaces the shown license, and reports it", async () => {
    answering();
    await opened();
    await upload("license \u00e4");
    expect(await screen.findByText("License imported.")).toBeVisible();
    expect(imported).toEqual(["bGljZW5zZSDDpA=="]);
    expect(validated).toEqual(imported);
    expect(screen.getByText("L-2")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("shows progress, and accepts no second file meanwhile", async () => {
    let answer: (response: Response) => void = () => undefined;
    answering({
      validate: () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    });
    await opened();
    await upload();
    const busy = await screen.findByRole("button", { name: /Importing the license/ });
    expect(busy).toHaveAttribute("aria-disabled", "true");
    await waitFor(() => expect(validated).toHaveLength(1));
    answer(refusal("No."));
    await waitFor(() => expect(importButton()).not.toHaveAttribute("aria-disabled", "true"));
  });

  it.each<[string, number, string, number]>([
    [
      "one byte too many",
      LARGEST_LICENSE_FILE + 1,
      "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
      0,
    ],
    ["no byte", 0, "The selected file is empty.", 0],
    ["as many as may be", LARGEST_LICENSE_FILE, "License imported.", 1],
  ])("of a file with %s", async (_, bytes, message, calls) => {
    answering();
    await opened();
    await upload("x".repeat(bytes));
    expect(await screen.findByText(message)).toBeVisible();
    expect(validated).toHaveLength(calls);
  });

  it("shows each error as a message of its own", async () => {
    answering({ validate: () => refusal("It expired.", "It is for another version.") });
    await opened();
    await upload();
    expect(await screen.findByText("It expired.")).toBeVisible();
    expect(screen.getByText("It is for another version.")).toBeVisible();
    expect(imported).toEqual([]);
    expect(screen.getByText("L-1")).toBeVisible();
  });

  it("shows the errors of the import itself too", async () => {
    answering({ put: () => refusal("It expired just now.") });
    await opened();
    await upload();
    expect(await screen.findByText("It expired just now.")).toBeVisible();
    expect(screen.getByText("L-1")).toBeVisible();
  });

  it("asks before a worse license with every warning and both sides; Enter cancels", async () => {
    answering({ warnings: WARNINGS });
    const { user, baseElement } = await opened();
    await upload("x", "worse.lic");
    const dialog = await screen.findByRole("dialog", { name: /Import this license/ });
    for (const { message } of WARNINGS) expect(within(dialog).getByText(message)).toBeVisible();
    expect(within(dialog).getByText("worse.lic")).toBeVisible();
    const row = within(dialog).getByRole("rowheader", { name: "OAuth" }).closest("tr") as HTMLElement;
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["Enabled", "Disabled"]);
    await expectAccessible(baseElement);
    await waitFor(() => expect(within(dialog).getByRole("button", { name: "Keep the current license" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(imported).toEqual([]);
  });

  it("imports a worse license after confirmation", async () => {
    answering({ warnings: WARNINGS });
    const { user } = await opened();
    await upload();
    await user.click(await screen.findByRole("button", { name: "Import license" }));
    expect(await screen.findByText("License imported.")).toBeVisible();
    expect(imported).toHaveLength(1);
  });
});
