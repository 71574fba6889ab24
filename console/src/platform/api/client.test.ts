import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { server } from "../../test/server.ts";
import { admin, forgetToken } from "./client.ts";
import { openedIn } from "./pageSession.ts";
import { etagOf, ifMatch, versioned } from "./transport.ts";

const HOSTS = "*/pf-admin-api/v1/virtualHostNames";
const TOKEN = "*/pf-admin-ui/apitoken";
const assign = vi.fn();
let issued: number;

beforeEach(() => {
  forgetToken();
  issued = 0;
  assign.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
  window.history.replaceState(null, "", "/system/x?tab=2");
  server.use(
    http.post(TOKEN, () => {
      issued += 1;
      return HttpResponse.json({ access_token: `t${issued}`, token_type: "Bearer", expires_in: 600 });
    }),
  );
});

const read = () => versioned(admin.GET("/virtualHostNames"));

describe("a call of the admin API", () => {
  it("sends the token and the anti-forgery header, and returns the entity tag", async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get(HOSTS, ({ request }) => {
        seen.push(request.headers.get("Authorization"), request.headers.get("X-XSRF-Header"));
        return HttpResponse.json({ virtualHostNames: ["a.example"] }, { headers: { ETag: '"7"' } });
      }),
    );
    expect(await read()).toEqual({ data: { virtualHostNames: ["a.example"] }, etag: '"7"' });
    await read();
    expect(seen).toEqual(["Bearer t1", "hanse", "Bearer t1", "hanse"]);
    expect(issued).toBe(1);
  });

  it("repeats If-Match and body after one fresh token", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.put(HOSTS, async ({ request }) => {
        bodies.push([request.headers.get("If-Match"), await request.json()]);
        if (request.headers.get("Authorization") === "Bearer t1") return new HttpResponse(null, { status: 401 });
        return HttpResponse.json({ virtualHostNames: [] }, { headers: { ETag: '"8"' } });
      }),
    );
    const save = admin.PUT("/virtualHostNames", { body: { virtualHostNames: [] }, headers: ifMatch(etagOf(7)) });
    expect((await versioned(save)).etag).toBe('"8"');
    expect(bodies).toEqual([
      ['"7"', { virtualHostNames: [] }],
      ['"7"', { virtualHostNames: [] }],
    ]);
    expect(assign).not.toHaveBeenCalled();
  });

  it("rejects with the conflict and the request ID", async () => {
    const body = { resultId: "conflict", message: "Changed.", current: { virtualHostNames: ["b"] }, revision: 9 };
    server.use(http.put(HOSTS, () => HttpResponse.json(body, { status: 409, headers: { "X-Request-Id": "r9" } })));
    await expect(versioned(admin.PUT("/virtualHostNames", { body: { virtualHostNames: [] } }))).rejects.toMatchObject({
      conflict: { current: { virtualHostNames: ["b"] }, revision: 9 },
      requestId: "r9",
    });
  });

  it("logs out when a fresh token is refused too", async () => {
    server.use(http.get(HOSTS, () => new HttpResponse(null, { status: 401 })));
    await expect(read()).rejects.toMatchObject({ status: 401 });
    expect(assign).toHaveBeenCalledExactlyOnceWith("/pf-admin-ui/logout?tab=2&target=%2Fsystem%2Fx&session=");
  });

  it("names the session in which the page was opened", async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.get(HOSTS, ({ request }) => {
        seen.push(request.headers.get("X-Hanse-Session"));
        return HttpResponse.json({ virtualHostNames: [] });
      }),
    );
    await read();
    openedIn("0a1b");
    await read();
    openedIn(undefined);
    expect(seen).toEqual([null, "0a1b"]);
  });

  it("logs out with 'Unauthorized' when no token is issued", async () => {
    server.use(http.post(TOKEN, () => new HttpResponse(null, { status: 403 })));
    await expect(read()).rejects.toMatchObject({ status: 403 });
    expect(assign.mock.calls).toEqual([[expect.stringContaining("reason=unauthorized")]]);
  });

  it("stays when the server does not answer", async () => {
    server.use(http.post(TOKEN, () => HttpResponse.error()));
    await expect(read()).rejects.toMatchObject({ status: 0, resultId: "unreachable" });
    expect(assign).not.toHaveBeenCalled();
  });
});
