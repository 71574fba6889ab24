import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import Grants, { type Grant } from "./index.tsx";

const PATH = "*/pf-admin-api/v1/oauth/grants";
let grants: Grant[];
let asked: string[];

function grant(id: string, more: Partial<Grant> = {}): Grant {
  return {
    id,
    userKey: "joe",
    clientId: "web",
    clientName: "Web Shop",
    issuer: "https://sso.example.com",
    grantType: "AUTHORIZATION_CODE",
    scopes: ["openid", "email"],
    issued: "2026-11-21T08:30:00.000Z",
    updated: "2026-11-22T09:00:00.000Z",
    ...more,
  };
}

beforeEach(() => {
  grants = [];
  asked = [];
  forgetToken();
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ timezone: "UTC" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(PATH, ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.toString());
      const after = query.get("after") ?? "";
      const user = query.get("userKey");
      const client = query.get("clientId");
      const found = grants.filter(
        (one) => one.id > after && (!user || one.userKey === user) && (!client || one.clientId === client),
      );
      const items = found.slice(0, 2);
      const last = items.at(-1);
      return HttpResponse.json({ items, ...(found.length > 2 && last && { nextAfter: last.id }) });
    }),
    http.delete(`${PATH}/:id`, ({ params }) => {
      grants = grants.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function opened(session = administrator) {
  const view = await renderInConsole(() => <Grants />, { page: paths.grants, session });
  return { user: userEvent.setup(), ...view };
}

const rows = async () => (await screen.findAllByRole("row")).slice(1);

describe("the grants of users", () => {
  it("show user, client and lifetime of each", async () => {
    grants = [grant("g1"), grant("g2", { clientName: null, expires: "2026-12-01T00:00:00.000Z", scopes: [] })];
    const { container } = await opened();
    const [first, second] = await rows();
    for (const shown of ["joe", "Web Shop", "web", "Authorization code", "openid email", "Never"]) {
      expect(within(first as HTMLElement).getByText(shown)).toBeVisible();
    }
    expect(within(first as HTMLElement).getByText("Sat Nov 21 08:30:00 UTC 2026")).toBeVisible();
    expect(within(second as HTMLElement).getByText("Tue Dec 01 00:00:00 UTC 2026")).toBeVisible();
    await expectAccessible(container);
  });

  it("are found by exact user and client", async () => {
    grants = [grant("g1"), grant("g2", { userKey: "amy" }), grant("g3", { userKey: "amy", clientId: "other" })];
    const { user } = await opened();
    await rows();
    await user.type(screen.getByRole("textbox", { name: "User key" }), " amy ");
    await user.type(screen.getByRole("textbox", { name: "Client ID" }), "other{Enter}");
    expect(await screen.findByText("other")).toBeVisible();
    expect(await rows()).toHaveLength(1);
    expect(asked.at(-1)).toBe("limit=50&after=&userKey=amy&clientId=other");
  });

  it("load more after the last one", async () => {
    grants = ["g1", "g2", "g3"].map((id) => grant(id, { userKey: `user of ${id}` }));
    const { user } = await opened();
    expect(await rows()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("user of g3")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
    expect(asked.at(-1)).toBe("limit=50&after=g2");
  });

  it("are empty", async () => {
    const { container } = await opened();
    expect(await screen.findByRole("heading", { name: "No grants" })).toBeVisible();
    await expectAccessible(container);
  });

  it("are revoked after a question, whose Cancel button has the focus", async () => {
    grants = [grant("g1")];
    const { user } = await opened();
    await user.click(await screen.findByRole("button", { name: "Revoke the grant of joe to Web Shop" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await user.click(dialog.getByRole("button", { name: "Revoke grant" }));
    expect(await screen.findByText("The grant of joe to Web Shop was revoked.")).toBeVisible();
    expect(await screen.findByRole("heading", { name: "No grants" })).toBeVisible();
    expect(grants).toEqual([]);
  });

  it("report why one could not be revoked", async () => {
    grants = [grant("g1")];
    const { user } = await opened();
    server.use(
      http.delete(`${PATH}/:id`, () =>
        HttpResponse.json({ resultId: "unavailable", message: "The database is away." }, { status: 503 }),
      ),
    );
    await user.click(await screen.findByRole("button", { name: /Revoke the grant/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Revoke grant" }));
    expect(await dialog.findByText(/The database is away\./)).toBeVisible();
  });

  it.each([
    ["an auditor", { ...administrator, auditor: true }],
    ["a crypto administrator", { ...administrator, roles: new Set(["CRYPTO_ADMINISTRATOR"]) }],
  ])("show %s no button to revoke", async (_, session) => {
    grants = [grant("g1")];
    await opened(session);
    await rows();
    expect(screen.queryByRole("button", { name: /Revoke/ })).not.toBeInTheDocument();
  });

  it("report why loading failed, and load again", async () => {
    server.use(
      http.get(PATH, () => HttpResponse.json({ resultId: "unavailable", message: "Away." }, { status: 503 }), {
        once: true,
      }),
    );
    grants = [grant("g1")];
    const { user } = await opened();
    await user.click(await screen.findByRole("button", { name: "Load again" }));
    expect(await rows()).toHaveLength(1);
  });
});
