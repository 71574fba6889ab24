/** The declaration of a page in `router.tsx`: it determines its heading, its notices and its path. */
import { createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Catalogs } from "../messages.ts";
import { loadMessages } from "../platform/locale.ts";
import type { PageInfo } from "../platform/page/pageInfo.ts";
import type { Role } from "../platform/session/SessionProvider.tsx";
import { Shell } from "./Shell.tsx";

export const root = createRootRoute();
export const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

interface Declaration<Path extends string, Search> extends PageInfo {
  path: Path;
  /** Reads the query parameters. */
  search?: (search: Record<string, unknown>) => Search;
  screen: () => Promise<{ default: () => ReactNode }>;
}

/** Declares pages whose screens need an additional file of texts, and which these roles can change. */
export function pagesWith(texts: keyof Catalogs, anyOf?: readonly Role[]) {
  return <const Path extends string, Search = object>(declaration: Declaration<Path, Search>) => {
    const { path, search = () => ({}) as Search, screen, roles = anyOf ?? [], ...info } = declaration;
    return createRoute({
      getParentRoute: () => shell,
      path,
      staticData: { ...info, roles },
      validateSearch: search,
      component: lazyRouteComponent(async () => (await Promise.all([screen(), loadMessages(texts)]))[0]),
    });
  };
}
