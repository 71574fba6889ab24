import { expect, it } from "vitest";
import { paths } from "../paths.ts";
import { router } from "./router.tsx";

const routes = Object.entries(router.routesByPath).map(([path, { options }]) => ({ path, options }));

it("has a page for every path except log-in", () => {
  const { login: _, ...others } = paths;
  expect(Object.keys(router.routesByPath)).toEqual(expect.arrayContaining(Object.values(others)));
});

it("marks the forms for new items, which auditors do not need", () => {
  const forms = routes.filter(({ path }) => /\/(add|generate)$/.test(path));
  expect(forms.length).toBeGreaterThan(3);
  for (const { path, options } of forms) expect([path, options.staticData?.adds]).toEqual([path, true]);
});

it("reads only the declared search parameters of an address", () => {
  const read = (path: keyof typeof router.routesByPath, search: Record<string, unknown>) =>
    (router.routesByPath[path].options.validateSearch as (search: Record<string, unknown>) => unknown)(search);
  const search = { search: 2026, page: 3, perPage: 7, order: "desc", tab: "exclusiveScopes", name: 5, other: "x" };
  expect(read(paths.virtualIssuers, search)).toEqual({ search: "2026", page: 3, order: "desc" });
  expect(read(paths.scopes, search)).toEqual({
    search: "2026",
    page: 3,
    order: "desc",
    tab: "exclusiveScopes",
    name: "5",
  });
  expect(read(paths.scopes, { tab: "commonScopes", page: "2" })).toEqual({});
  expect(read(paths.license, search)).toEqual({});
});
