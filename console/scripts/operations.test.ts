import { expect, it } from "vitest";
import { inUse } from "./operations.ts";

const link = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answers = (name: string) => ({ responses: { "200": link(name), "422": link("ApiResult") } });

const DOCUMENT = {
  paths: {
    "/pf-admin-api/v1/hosts": { get: answers("Hosts"), put: answers("Hosts") },
    "/pf-admin-api/v1/keys": { get: answers("Keys") },
    "/pf-admin-api/v1/keys/{id}": { get: answers("Key"), delete: answers("Key") },
    "/pf-admin-ui/services/session": { get: answers("Session") },
    "/pf-admin-api/v1/scopes/common": { post: answers("Scope") },
  },
  components: {
    schemas: {
      Hosts: { items: link("Host") },
      Host: { parent: link("Host") },
      Key: {},
      Keys: {},
      Session: {},
      Scope: {},
      Named: { kind: link("Kind") },
      Kind: {},
      ApiResult: {},
    },
    securitySchemes: { oauth: {} },
  },
};

it("keeps the operations that code calls, and their schemas", () => {
  const { paths, components } = inUse(DOCUMENT, [
    'admin.GET("/hosts")',
    'service.GET("/services/session")',
    `admin.DELETE("/keys/{id}")`,
    "admin.POST(`/scopes/$" + "{collection}`)",
    'type Named = components["schemas"]["Named"]',
  ]);
  expect(Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)]))).toEqual({
    "/pf-admin-api/v1/hosts": ["get"],
    "/pf-admin-api/v1/keys/{id}": ["delete"],
    "/pf-admin-ui/services/session": ["get"],
    "/pf-admin-api/v1/scopes/common": ["post"],
  });
  expect(Object.keys(components.schemas ?? {})).toEqual(["Hosts", "Host", "Key", "Session", "Scope", "Named", "Kind"]);
  expect(components.securitySchemes).toEqual({ oauth: {} });
});

it("omits the errors, which have one schema", () => {
  const { paths } = inUse(DOCUMENT, ['admin.GET("/keys")']);
  expect(paths["/pf-admin-api/v1/keys"]?.get?.responses).toEqual({ "200": link("Keys") });
});
