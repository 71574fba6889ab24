import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import ConfigurationEncryptionKeys from "./index.tsx";

const KEYS = "*/pf-admin-api/v1/configurationEncryptionKeys";
const MOMENT = "2026-11-21T18:17:07.000Z";

function serve(...ids: string[]) {
  forgetToken();
  const served = { keys: ids.map((keyId) => ({ keyId, creationDate: MOMENT })), rotations: 0, timezone: "UTC" };
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () =>
      HttpResponse.json({ navTree: [], version: "1", timezone: served.timezone }),
    ),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(KEYS, () => HttpResponse.json({ items: served.keys })),
    http.post(`${KEYS}/rotate`, () => {
      served.rotations += 1;
      served.keys = [{ keyId: "made", creationDate: MOMENT }, ...served.keys];
      return HttpResponse.json({ items: served.keys }, { status: 201 });
    }),
  );
  return served;
}

async function opened(session = administrator) {
  const view = await renderInConsole(() => <ConfigurationEncryptionKeys />, { page: paths.encryptionKeys, session });
  return { user: userEvent.setup(), ...view };
}

describe("the keys", () => {
  it("are shown with ID and creation time in the configured time zone", async () => {
    const served = serve("newest", "older");
    served.timezone = "Europe/Berlin";
    server.use(
      http.get(KEYS, () =>
        HttpResponse.json({ items: [{ keyId: "newest", creationDate: MOMENT }, { keyId: "older" }] }),
      ),
    );
    const { container } = await opened();
    expect(await screen.findByRole("row", { name: "newest Encrypts Sat Nov 21 19:17:07 CET 2026" })).toBeVisible();
    expect(screen.getByRole("row", { name: "older Unknown" })).toBeVisible();
    expect(screen.queryByText(/keys are shown/)).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("are the newest ten of many, with the total number", async () => {
    serve(...Array.from({ length: 11 }, (_, index) => `key-${index}`));
    await opened();
    expect(await screen.findByText("The newest 10 of 11 keys are shown.")).toBeVisible();
    expect(screen.getAllByRole("row")).toHaveLength(1 + 10);
    expect(screen.queryByText("key-10")).not.toBeInTheDocument();
  });

  it.each([
    ["an auditor", { ...administrator, auditor: true }],
    ["an administrator without the role", { ...administrator, roles: new Set(["ADMINISTRATOR"]) }],
  ])("are shown to %s, who cannot rotate them", async (_, session) => {
    serve("newest");
    await opened(session);
    expect(await screen.findByText("newest")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Rotate" })).not.toBeInTheDocument();
  });
});

describe("rotating", () => {
  it("explains the effect first, and shows the new key", async () => {
    const served = serve("newest");
    const { user } = await opened();
    await user.click(await screen.findByRole("button", { name: "Rotate" }));
    const dialog = screen.getByRole("dialog", { name: /Rotate the encryption key\?/ });
    expect(dialog).toHaveTextContent("re-encrypts all stored secrets with it");
    expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus();
    await expectAccessible(dialog);
    expect(served.rotations).toBe(0);
    await user.click(within(dialog).getByRole("button", { name: "Rotate encryption key" }));
    expect(await screen.findByText("Encryption Key Rotated.")).toBeVisible();
    expect(screen.getByRole("row", { name: /^made Encrypts/ })).toBeVisible();
    expect(served.rotations).toBe(1);
  });

  it("reports a failure and changes nothing", async () => {
    serve("newest");
    server.use(http.post(`${KEYS}/rotate`, () => HttpResponse.json({ resultId: "x", message: "no" }, { status: 503 })));
    const { user } = await opened();
    await user.click(await screen.findByRole("button", { name: "Rotate" }));
    await user.click(screen.getByRole("button", { name: "Rotate encryption key" }));
    expect(await screen.findByText("Encryption Key Rotation Failed.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.getAllByRole("row")).toHaveLength(2);
  });
});
