import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import type { Session } from "../../../../platform/session/session.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { API, keyPair, refusal, type Served, serveKeyPairs } from "../../../../test/keys/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { server } from "../../../../test/server.ts";
import { isDays } from "../days.ts";
import { endAfter, fieldOf, namesIn } from "./form.ts";
import CreateKeyPair from "./index.tsx";

function serving(answer: () => Response = () => HttpResponse.json(keyPair({ id: "made" }), { status: 201 })): Served {
  const served = serveKeyPairs();
  server.use(
    http.post(`${API}/keyPairs/signing/generate`, async ({ request }) => {
      served.bodies.push(await request.json());
      return answer();
    }),
  );
  return served;
}

async function opened(session: Session = administrator) {
  const view = await renderInConsole(() => <CreateKeyPair />, { page: paths.signingKeyCreate, session });
  const user = userEvent.setup();
  await screen.findByRole("textbox", { name: /^Common name/ });
  return { user, ...view };
}

const field = (name: RegExp | string) => screen.getByRole("textbox", { name });
const select = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const offered = (name: string) =>
  within(select(name))
    .getAllByRole("option")
    .map((option) => option.textContent);
const create = () => screen.getByRole("button", { name: "Create key pair" });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field(/^Common name/), " sso.example.com ");
  await user.type(field(/^Organization name/), "Example Ltd");
  await user.type(field(/^Country/), "DE");
}

describe("a new key pair", () => {
  it("takes the server's defaults, and is sent as it was typed", async () => {
    const served = serving();
    const { user, container, router } = await opened();
    await expectAccessible(container);
    await fill(user);
    await user.type(field("Subject alternative names"), "sso.example.com{Enter}192.0.2.1, login.example.com{Enter}");
    await user.click(create());
    await waitFor(() => expect(router.state.location.pathname).toMatch(/certificates\/made$/));
    expect(served.bodies).toEqual([
      {
        commonName: "sso.example.com",
        subjectAlternativeNames: ["sso.example.com", "192.0.2.1", "login.example.com"],
        organization: "Example Ltd",
        organizationUnit: null,
        city: null,
        state: null,
        country: "DE",
        validDays: 365,
        keyAlgorithm: "RSA",
        keySize: 2048,
        signatureAlgorithm: "SHA256withRSA",
        id: null,
      },
    ]);
  });

  it("offers what goes together", async () => {
    const served = serving();
    const { user } = await opened();
    expect(offered("Key size in bits")).toEqual(["2048", "3072", "4096"]);
    await user.selectOptions(select("Key size in bits"), "4096");
    await user.selectOptions(select("Key algorithm"), "EC");
    expect(offered("Curve")).toEqual(["P-256", "P-384", "P-521"]);
    expect(select("Curve")).toHaveValue("256");
    expect(offered("Signature algorithm")).toEqual(["SHA256withECDSA", "SHA384withECDSA"]);
    await user.selectOptions(select("Curve"), "P-384");
    await fill(user);
    await user.click(create());
    await waitFor(() =>
      expect(served.bodies).toMatchObject([
        { keyAlgorithm: "EC", keySize: 384, signatureAlgorithm: "SHA256withECDSA", subjectAlternativeNames: null },
      ]),
    );
  });

  it("says what is missing before anything is sent", async () => {
    const served = serving();
    const { user, container } = await opened();
    await user.type(field("City"), "Lübeck");
    await user.clear(field(/^Validity/));
    await user.click(create());
    for (const name of [/^Common name/, /^Organization name/, /^Country/]) {
      expect(field(name)).toHaveAccessibleDescription("This field is required.");
    }
    expect(field(/^Validity/)).toHaveAccessibleDescription("Enter a whole number of days from 1 to 36,500.");
    expect(create()).toHaveAccessibleDescription("Correct the marked fields.");
    expect(field(/^Common name/)).toHaveFocus();
    await expectAccessible(container);
    await fill(user);
    await user.type(field(/^Validity/), "10");
    await user.click(create());
    await waitFor(() => expect(served.bodies).toMatchObject([{ validDays: 10, city: "Lübeck" }]));
  });

  it("brings the server's findings to their fields", async () => {
    serving(() =>
      refusal(422, "no", { country: "No such country.", "subjectAlternativeNames[1]": "No name.", other: "Moon." }),
    );
    const { user } = await opened();
    await fill(user);
    await user.type(field("Subject alternative names"), "good.example{Enter}bad name");
    await user.click(create());
    expect(await screen.findByText("Moon.")).toBeVisible();
    expect(field(/^Country/)).toHaveAccessibleDescription("No such country.");
    expect(field("Subject alternative names")).toHaveAccessibleDescription("bad name: No name.");
    await user.type(field(/^Country/), "{Backspace}");
    expect(field(/^Country/)).toHaveAccessibleDescription(/^Two-letter country code/);
  });

  it("can be looked at and not used by an auditor", async () => {
    serving();
    await opened({ ...administrator, auditor: true });
    expect(field(/^Common name/)).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Create key pair" })).not.toBeInTheDocument();
  });
});

describe("the form", () => {
  it("finds names on lines and between commas", () => {
    expect(namesIn(" a \n\nb, c,")).toEqual(["a", "b", "c"]);
    expect(namesIn("")).toEqual([]);
  });

  it.each([
    ["1", true],
    ["36500", true],
    [" 7 ", true],
    ["0", false],
    ["36501", false],
    ["1.5", false],
    ["-1", false],
    ["", false],
    ["1e3", false],
  ])("takes %j for days: %j", (text, is) => {
    expect(isDays(text)).toBe(is);
    expect(endAfter(text, 0) !== undefined).toBe(is);
  });

  it("knows its fields by the server's paths", () => {
    const sent = { country: "", alternativeNames: "a\nb" } as Parameters<typeof fieldOf>[1];
    expect(fieldOf("country", sent)).toEqual({ name: "country", prefix: "" });
    expect(fieldOf("subjectAlternativeNames.1", sent)).toEqual({ name: "alternativeNames", prefix: "b: " });
    expect(fieldOf("subjectAlternativeNames", sent)).toEqual({ name: "alternativeNames", prefix: "" });
    expect(fieldOf("elsewhere", sent)).toBeUndefined();
  });
});
