import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../platform/api/errors.ts";
import { fakeServer, noAnswer, refusal } from "../../test/wizard/fakeServer.ts";
import { FINISH_STEPS, type FinishStep, finish, type Plan, type Progress } from "./finish.ts";

const PLAN: Plan = {
  baseUrl: "https://sso.example.com",
  license: "bGljZW5jZQ==",
  connection: { name: "Example", credential: "a.b.c" },
  account: { username: "Jörg", password: "pässwörd:🧀" },
};
const PASSIVE = {
  "GET /internal/activePassiveConsoleInfo": () => HttpResponse.json({ enabled: true, role: "PASSIVE" }),
};
const WHOLE = [
  "PUT /license",
  "POST /administrativeAccounts",
  "GET /internal/activePassiveConsoleInfo",
  "POST /cluster/adminNode/role/active",
  "GET /serverSettings",
  "PUT /serverSettings",
  "POST /pingOneConnections",
  "POST /pf-admin-ui/login",
];
/** The call that fails in each step. */
const CALL_OF: Record<FinishStep, string> = {
  license: "PUT /license",
  account: "POST /administrativeAccounts",
  consoleRole: "GET /internal/activePassiveConsoleInfo",
  activate: "POST /cluster/adminNode/role/active",
  baseUrl: "PUT /serverSettings",
  pingOne: "POST /pingOneConnections",
  signIn: "POST /pf-admin-ui/login",
};

const ignore = () => undefined;

describe("Finish", () => {
  it("makes every call of the specification in order", async () => {
    const seen = fakeServer(PASSIVE);
    expect(await finish(PLAN, ignore)).toEqual({ kind: "done" });
    expect(seen.map(({ call }) => call)).toEqual(WHOLE);
  });

  it("sends the bodies of the specification", async () => {
    const seen = fakeServer(PASSIVE);
    await finish(PLAN, ignore);
    const bodyOf = (call: string) => seen.find((one) => one.call === call)?.body;
    expect(bodyOf("PUT /license")).toEqual({ fileData: PLAN.license });
    expect(bodyOf("POST /administrativeAccounts")).toEqual({
      ...PLAN.account,
      active: true,
      auditor: false,
      description: "Initial administrator user",
      roles: [
        "ADMINISTRATOR",
        "CRYPTO_ADMINISTRATOR",
        "USER_ADMINISTRATOR",
        "EXPRESSION_ADMINISTRATOR",
        "DATA_COLLECTION_ADMINISTRATOR",
      ],
    });
    expect(bodyOf("POST /cluster/adminNode/role/active")).toBe("");
    expect(bodyOf("PUT /serverSettings")).toEqual({
      contactInfo: { company: "Example" },
      federationInfo: { saml2EntityId: "e", baseUrl: "https://sso.example.com" },
    });
    expect(bodyOf("POST /pingOneConnections")).toEqual({
      name: "Example",
      description: "Initial PingOne connection",
      active: true,
      credential: "a.b.c",
    });
    expect(bodyOf("POST /pf-admin-ui/login")).toEqual(PLAN.account);
  });

  it("authenticates with the new account in UTF-8 from its creation until log-in, and never before", async () => {
    const seen = fakeServer(PASSIVE);
    await finish(PLAN, ignore);
    const basic = "Basic SsO2cmc6cMOkc3N3w7ZyZDrwn6eA";
    expect(seen.map(({ headers }) => headers.get("Authorization"))).toEqual([
      null,
      null,
      ...Array(5).fill(basic),
      null,
    ]);
    expect(seen.every(({ headers }) => headers.has("X-XSRF-Header"))).toBe(true);
  });

  it("writes the settings only if their revision is unchanged", async () => {
    const seen = fakeServer();
    await finish(PLAN, ignore);
    expect(seen.find(({ call }) => call === "PUT /serverSettings")?.headers.get("If-Match")).toBe('"7"');
  });

  it("skips the license, the switch and the connection if they are not needed", async () => {
    const seen = fakeServer();
    let last: Progress | undefined;
    await finish({ ...PLAN, license: undefined, connection: undefined }, (progress) => {
      last = progress;
    });
    expect(seen.map(({ call }) => call)).toEqual(
      WHOLE.filter((call) => !/^PUT \/license|role\/active|pingOne/.test(call)),
    );
    expect(last).toMatchObject({ license: "skipped", activate: "skipped", pingOne: "skipped", signIn: "done" });
  });

  it.each([
    [{ enabled: false, role: "PASSIVE" }, false],
    [{ enabled: true, role: "ACTIVE" }, false],
    [{ enabled: true, role: "PASSIVE" }, true],
  ])("switches the console for %o: %s", async (info, switches) => {
    const seen = fakeServer({ "GET /internal/activePassiveConsoleInfo": () => HttpResponse.json(info) });
    await finish(PLAN, ignore);
    expect(seen.some(({ call }) => call === "POST /cluster/adminNode/role/active")).toBe(switches);
  });

  it.each(FINISH_STEPS)(
    "stops when '%s' is refused and shows the server's message; the next attempt succeeds",
    async (step) => {
      const failing = CALL_OF[step];
      const seen = fakeServer({ ...PASSIVE, [failing]: refusal(500, "Out of disk space.") });
      const outcome = await finish(PLAN, ignore);
      expect(outcome).toMatchObject({ kind: "failed", step, progress: { [step]: "failed" } });
      expect(outcome.kind === "failed" && outcome.error).toMatchObject({
        message: "Out of disk space.",
        requestId: "request-77",
      });
      expect(seen.map(({ call }) => call)).toEqual(WHOLE.slice(0, WHOLE.indexOf(failing) + 1));

      const again = fakeServer(PASSIVE);
      expect(await finish(PLAN, ignore)).toEqual({ kind: "done" });
      expect(again.map(({ call }) => call)).toEqual(WHOLE);
    },
  );

  it.each(FINISH_STEPS)("stops when '%s' is not answered", async (step) => {
    fakeServer({ ...PASSIVE, [CALL_OF[step]]: noAnswer });
    const outcome = await finish(PLAN, ignore);
    expect(outcome).toMatchObject({ kind: "failed", step });
    expect(outcome.kind === "failed" && outcome.error).toBeInstanceOf(ApiError);
  });

  it("replaces the connection of an interrupted attempt", async () => {
    const items = [
      { id: "c-0", name: "Other" },
      { id: "c-1", name: "Example" },
    ];
    const seen = fakeServer({
      "POST /pingOneConnections": refusal(422, "Validation error(s) occurred."),
      "GET /pingOneConnections": () => HttpResponse.json({ items }),
    });
    expect(await finish(PLAN, ignore)).toEqual({ kind: "done" });
    expect(seen.slice(-4).map(({ call }) => call)).toEqual([
      "POST /pingOneConnections",
      "GET /pingOneConnections",
      "PUT /pingOneConnections/c-1",
      "POST /pf-admin-ui/login",
    ]);
    expect(seen.at(-2)?.body).toMatchObject({ id: "c-1", name: "Example", credential: "a.b.c", active: true });
  });

  it("reports why a connection was refused if no other has its name", async () => {
    fakeServer({ "POST /pingOneConnections": refusal(422, "No such region.") });
    const outcome = await finish(PLAN, ignore);
    expect(outcome.kind === "failed" && outcome.error).toMatchObject({ status: 422, message: "No such region." });
  });

  it("reports each step when it starts and ends", async () => {
    fakeServer();
    const reports: string[] = [];
    await finish({ ...PLAN, connection: undefined }, (progress) => reports.push(Object.values(progress).join(" ")));
    expect(reports[0]).toBe("running pending pending pending pending pending pending");
    expect(reports[1]).toBe("done pending pending pending pending pending pending");
    expect(reports).toHaveLength(2 * FINISH_STEPS.length);
    expect(reports.at(-1)).toBe("done done done skipped done skipped done");
  });
});
