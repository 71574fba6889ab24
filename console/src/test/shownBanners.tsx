/** The banners as the shell renders them, and a server with the test's data. */
import { Outlet } from "@tanstack/react-router";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { forgetToken } from "../platform/api/client.ts";
import type { NavItem } from "../platform/api/session.ts";
import { MessagesProvider } from "../platform/messages/Messages.tsx";
import { Banners } from "../shell/banners/Banners.tsx";
import { renderInConsole } from "./render.tsx";
import { server } from "./server.ts";

const UI = "*/pf-admin-ui";
const INTERNAL = "*/pf-admin-api/v1/internal";
const NOW = Date.parse("2026-11-21T18:17:07Z");

/** The answers of a standalone server without warnings; a test overrides some of them. */
export interface Answers {
  license?: object;
  database?: object[];
  databaseStatus?: number;
  administrators?: string[];
  consoles?: object;
  replication?: object;
  /** Delays the answer to the last of the calls. */
  held?: Promise<void>;
}

function leaf(label: string, path: string): NavItem {
  return { id: label, label, path, level: "LEAF", react: true, children: [] };
}
const TREE = [
  leaf("License", "/system/server/license"),
  leaf("Cluster Management", "/system/server/cluster-management"),
];

/** As in the shell: above every screen, which is shown once they have their space. */
function Framed() {
  const [isShown, setShown] = useState(false);
  return (
    <MessagesProvider>
      <Banners tree={TREE} isShown={isShown} onPlaced={() => setShown(true)} />
      <main>{isShown && <Outlet />}</main>
    </MessagesProvider>
  );
}

export async function shown(answers: Answers = {}) {
  forgetToken();
  const calls: string[] = [];
  server.events.removeAllListeners();
  server.events.on("request:start", ({ request }) => calls.push(new URL(request.url).pathname));
  const quiet = { status: "OK", prefix: "", message: "" };
  const items = (list: readonly object[]) => HttpResponse.json({ items: list });
  server.use(
    http.get(`${UI}/uiSettings`, () => HttpResponse.json({ navTree: TREE, version: "1", timezone: "UTC" })),
    http.post(`${UI}/apitoken`, () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${UI}/licenseExpiryStatus`, () => HttpResponse.json({ item: answers.license ?? quiet })),
    http.get(`${UI}/internalDbWarnings`, () =>
      answers.databaseStatus
        ? HttpResponse.json({ resultId: "x", message: "It cannot be reached." }, { status: answers.databaseStatus })
        : items(answers.database ?? []),
    ),
    http.get(`${UI}/activeAdministrators`, () =>
      items((answers.administrators ?? []).map((username) => ({ username, lastActive: "" }))),
    ),
    http.get(`${INTERNAL}/activePassiveConsoleInfo`, () =>
      HttpResponse.json(answers.consoles ?? { enabled: false, role: "ACTIVE" }, {
        headers: { Date: new Date(NOW).toUTCString() },
      }),
    ),
    http.get(`${INTERNAL}/replicationInfo`, async () => {
      await answers.held;
      return HttpResponse.json(answers.replication ?? { replicationRequired: false, nodes: [] });
    }),
  );
  const view = await renderInConsole(() => <h1>Screen</h1>, { frame: Framed });
  return { user: userEvent.setup(), calls, ...view };
}
