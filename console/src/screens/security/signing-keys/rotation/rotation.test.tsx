import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import type { Session } from "../../../../platform/session/session.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { API, keyPair, refusal, serveKeyPairs } from "../../../../test/keys/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { server } from "../../../../test/server.ts";
import { Details } from "../details/index.tsx";
import { beforeEnd, toForm } from "./form.ts";

const LIFE = { validFrom: "2026-01-01T00:00:00.000Z", expires: "2027-01-01T00:00:00.000Z" };
const SETTINGS = {
  creationBufferDays: 20,
  activationBufferDays: 10,
  validDays: 400,
  keyAlgorithm: "EC",
  keySize: 384,
  signatureAlgorithm: "SHA384withECDSA",
};

async function opened(session: Session = administrator) {
  const view = await renderInConsole(() => <Details id="signing-1" />, { page: paths.signingKey, session });
  await screen.findByRole("heading", { level: 2, name: "Rotation" });
  return { user: userEvent.setup(), ...view };
}

const button = (name: string) => screen.getByRole("button", { name });
const field = (name: RegExp) => screen.getByRole("textbox", { name });

describe("rotation", () => {
  it("is set up with what suits the certificate", async () => {
    const served = serveKeyPairs(keyPair(LIFE));
    const { user } = await opened();
    await user.click(button("Set up rotation…"));
    await screen.findByRole("dialog", { name: "Rotation of sso.example.com" });
    expect(field(/^Create the next key pair/)).toHaveAccessibleDescription("On 02 Oct 2026.");
    expect(field(/^Sign with the next key pair/)).toHaveAccessibleDescription("On 26 Nov 2026.");
    await screen.findByRole("combobox", { name: "Key algorithm" });
    await user.click(button("Save rotation settings"));
    expect(await screen.findByText("The rotation settings of sso.example.com were saved.")).toBeVisible();
    expect(served.bodies).toEqual([
      {
        creationBufferDays: 91,
        activationBufferDays: 36,
        validDays: 365,
        keyAlgorithm: "RSA",
        keySize: 2048,
        signatureAlgorithm: "SHA256withRSA",
      },
    ]);
    expect(await screen.findByText("Rotation on")).toBeVisible();
  });

  it("is accessible in its dialog", async () => {
    serveKeyPairs(keyPair({ ...LIFE, rotationSettings: SETTINGS }));
    const { user, baseElement } = await opened();
    await user.click(button("Edit rotation…"));
    await screen.findByRole("combobox", { name: "Key algorithm" });
    await expectAccessible(baseElement);
  });

  it("shows what is stored, and changes it", async () => {
    const served = serveKeyPairs(keyPair({ ...LIFE, rotationSettings: SETTINGS }));
    const { user } = await opened();
    for (const shown of ["12 Dec 2026", "22 Dec 2026", "400 days", "EC P-384", "SHA384withECDSA"]) {
      expect(screen.getByText(shown)).toBeVisible();
    }
    await user.click(button("Edit rotation…"));
    await screen.findByRole("dialog");
    await user.clear(field(/^Validity of the next key pair/));
    await user.type(field(/^Validity of the next key pair/), "90");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Key algorithm" }), "RSA");
    await user.click(button("Save rotation settings"));
    await waitFor(() =>
      expect(served.bodies).toMatchObject([
        { creationBufferDays: 20, validDays: 90, keyAlgorithm: "RSA", keySize: 2048 },
      ]),
    );
  });

  it("says what cannot be, before and after it is sent", async () => {
    const served = serveKeyPairs(keyPair({ ...LIFE, rotationSettings: SETTINGS }));
    const { user } = await opened();
    await user.click(button("Edit rotation…"));
    await screen.findByRole("dialog");
    for (const [name, days] of [
      [/^Create the next key pair/, "10"],
      [/^Validity of the next key pair/, "x"],
    ] as const) {
      await user.clear(field(name));
      await user.type(field(name), days);
    }
    await user.click(button("Save rotation settings"));
    expect(field(/^Create the next key pair/)).toHaveAccessibleDescription(
      "The next key pair must be created before the server signs with it.",
    );
    expect(field(/^Validity of the next key pair/)).toHaveAccessibleDescription("Enter a whole number of days.");
    expect(served.bodies).toEqual([]);

    server.use(
      http.put(`${API}/keyPairs/signing/:id/rotationSettings`, () =>
        refusal(422, "no", { keyAlgorithm: "A key set needs EC.", "": "In use." }),
      ),
    );
    await user.type(field(/^Create the next key pair/), "0");
    await user.clear(field(/^Validity of the next key pair/));
    await user.type(field(/^Validity of the next key pair/), "365");
    await user.click(button("Save rotation settings"));
    expect(await screen.findByText("A key set needs EC.")).toBeVisible();
    expect(screen.getByText("In use.")).toBeVisible();
  });

  it("is stopped after a question that Enter does not answer with yes", async () => {
    const served = serveKeyPairs(keyPair({ ...LIFE, rotationSettings: SETTINGS }));
    const { user, baseElement } = await opened();
    await user.click(button("Stop rotation…"));
    const dialog = await screen.findByRole("dialog", { name: /Stop the rotation of sso\.example\.com\?/ });
    expect(within(dialog).getByText(/signs until its certificate expires on 01 Jan 2027/)).toBeVisible();
    await expectAccessible(baseElement);
    await waitFor(() => expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus());
    expect(served.calls.filter((call) => call.startsWith("DELETE"))).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Stop rotation" }));
    expect(await screen.findByText("sso.example.com is no longer rotated.")).toBeVisible();
    expect(served.calls).toContain("DELETE /keyPairs/signing/signing-1/rotationSettings");
    expect(await screen.findByText(/^This certificate is not rotated/)).toBeVisible();
  });

  it("is not there for what an authority signed", async () => {
    serveKeyPairs(keyPair({ issuerDN: "CN=Example CA" }));
    const { user } = await opened();
    expect(screen.getByText(/^This certificate was signed by a certificate authority/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Set up rotation…" })).not.toBeInTheDocument();
    await user.click(button("Actions for sso.example.com"));
    expect(screen.queryByRole("menuitem", { name: "Rotation settings…" })).not.toBeInTheDocument();
  });

  it("is looked at and not changed by an auditor", async () => {
    serveKeyPairs(keyPair({ ...LIFE, rotationSettings: SETTINGS }));
    await opened({ ...administrator, auditor: true });
    expect(screen.getByText("400 days")).toBeVisible();
    expect(screen.queryByRole("button", { name: /rotation…/ })).not.toBeInTheDocument();
  });
});

it("suggests buffers that fit into a short life", () => {
  const short = keyPair({ validFrom: "2026-01-01T00:00:00.000Z", expires: "2026-01-11T00:00:00.000Z" });
  expect(toForm(short)).toMatchObject({ creationBufferDays: "2", activationBufferDays: "1", validDays: "10" });
  expect(beforeEnd(short, "x")).toBeUndefined();
  expect(beforeEnd(short, 1)).toBe("2026-01-10T00:00:00.000Z");
});
