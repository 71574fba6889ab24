/** Every route of the console. A screen is the default export of its index.tsx and loads when it is first opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Catalogues } from "../messages.ts";
import { paths } from "../paths.ts";
import { loadMessages } from "../platform/locale.ts";
import { Broken, NotFound } from "../platform/page/Fallback.tsx";
import { Shell } from "./Shell.tsx";

const root = createRootRoute();

/** A screen that loads when it is opened, and its texts with it. */
function screen(texts: keyof Catalogues, load: () => Promise<{ default: () => ReactNode }>) {
  return lazyRouteComponent(async () => (await Promise.all([load(), loadMessages(texts)]))[0]);
}

const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

/** The windows of the help menu: a page without the console around it. */
const endpoints = createRoute({
  getParentRoute: () => root,
  path: paths.endpoints,
  component: screen("help", () => import("../screens/help/endpoints/index.tsx")),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  component: screen("home", () => import("../screens/home/index.tsx")),
});

const areas = [paths.authentication, paths.applications, paths.security, paths.system].map((path) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: screen("home", () => import("../screens/landing/area/index.tsx")),
  }),
);

const grants = createRoute({
  getParentRoute: () => shell,
  path: paths.grants,
  component: screen("applications", () => import("../screens/applications/grants/index.tsx")),
});

const virtualHostNames = createRoute({
  getParentRoute: () => shell,
  path: paths.virtualHostNames,
  component: screen("system", () => import("../screens/system/virtual-host-names/index.tsx")),
});

const logSettings = createRoute({
  getParentRoute: () => shell,
  path: paths.logSettings,
  component: screen("system", () => import("../screens/system/log-settings/index.tsx")),
});

const detailTypeForm = screen("system", () => import("../screens/system/authorization-detail-types/form/index.tsx"));

const detailTypes = [
  createRoute({
    getParentRoute: () => shell,
    path: paths.detailTypes,
    component: screen("system", () => import("../screens/system/authorization-detail-types/index.tsx")),
  }),
  createRoute({ getParentRoute: () => shell, path: paths.detailTypeAdd, component: detailTypeForm }),
  createRoute({ getParentRoute: () => shell, path: paths.detailTypeEdit, component: detailTypeForm }),
];

const clusterManagement = createRoute({
  getParentRoute: () => shell,
  path: paths.clusterManagement,
  component: screen("system", () => import("../screens/system/cluster-management/index.tsx")),
});

const clusterSettings = createRoute({
  getParentRoute: () => shell,
  path: paths.clusterSettings,
  component: screen("system", () => import("../screens/system/cluster-management/settings/index.tsx")),
});

const license = createRoute({
  getParentRoute: () => shell,
  path: paths.license,
  component: screen("system", () => import("../screens/system/license/index.tsx")),
});

const collectSupportData = createRoute({
  getParentRoute: () => shell,
  path: paths.collectSupportData,
  component: screen("system", () => import("../screens/system/collect-support-data/index.tsx")),
});

const signingKeys = createRoute({
  getParentRoute: () => shell,
  path: paths.signingKeys,
  component: screen("security", () => import("../screens/security/signing-keys/index.tsx")),
});

const signingKeyCreate = createRoute({
  getParentRoute: () => shell,
  path: paths.signingKeyCreate,
  component: screen("security", () => import("../screens/security/signing-keys/create/index.tsx")),
});

const signingKey = createRoute({
  getParentRoute: () => shell,
  path: paths.signingKey,
  component: screen("security", () => import("../screens/security/signing-keys/details/index.tsx")),
});

const tokenSigningKeys = createRoute({
  getParentRoute: () => shell,
  path: paths.tokenSigningKeys,
  component: screen("security", () => import("../screens/security/token-signing-keys/index.tsx")),
});

const addKeySet = createRoute({
  getParentRoute: () => shell,
  path: paths.addKeySet,
  component: screen("security", () => import("../screens/security/token-signing-keys/add/index.tsx")),
});

const editKeySet = createRoute({
  getParentRoute: () => shell,
  path: paths.editKeySet,
  component: screen("security", () => import("../screens/security/token-signing-keys/edit/index.tsx")),
});

const oauthKeys = createRoute({
  getParentRoute: () => shell,
  path: paths.oauthKeys,
  component: screen("security", () => import("../screens/security/oauth-openid-connect-keys/index.tsx")),
});

const encryptionKeys = createRoute({
  getParentRoute: () => shell,
  path: paths.encryptionKeys,
  component: screen("security", () => import("../screens/security/configuration-encryption-keys/index.tsx")),
});

const tokenKeys = [tokenSigningKeys, addKeySet, editKeySet, oauthKeys];

/** The same screen under both of its paths (specification 1, section 2); the navigation tree has the longer one. */
const externalSystems = createRoute({
  getParentRoute: () => shell,
  path: paths.externalSystems,
  beforeLoad: () => {
    throw redirect({ to: paths.pingOneConnections });
  },
});

const pingOneConnections = createRoute({
  getParentRoute: () => shell,
  path: paths.pingOneConnections,
  component: screen("system", () => import("../screens/system/ping-one-connections/index.tsx")),
});

const pingOneConnectionForm = screen("system", () => import("../screens/system/ping-one-connections/form/index.tsx"));

const pingOneConnectionAdd = createRoute({
  getParentRoute: () => shell,
  path: paths.pingOneConnectionAdd,
  component: pingOneConnectionForm,
});

const pingOneConnectionEdit = createRoute({
  getParentRoute: () => shell,
  path: paths.pingOneConnectionEdit,
  component: pingOneConnectionForm,
});

const virtualIssuerForm = screen("system", () => import("../screens/system/virtual-issuers/form/index.tsx"));

const virtualIssuers = [
  createRoute({
    getParentRoute: () => shell,
    path: paths.virtualIssuers,
    component: screen("system", () => import("../screens/system/virtual-issuers/index.tsx")),
  }),
  createRoute({ getParentRoute: () => shell, path: paths.virtualIssuerAdd, component: virtualIssuerForm }),
  createRoute({ getParentRoute: () => shell, path: paths.virtualIssuerEdit, component: virtualIssuerForm }),
];

const scopes = createRoute({
  getParentRoute: () => shell,
  path: paths.scopes,
  component: screen("system", () => import("../screens/system/scope-management/index.tsx")),
});

const scopeForm = screen("system", () => import("../screens/system/scope-management/form/index.tsx"));

const scopeForms = [paths.scopeAdd, paths.scopeEdit].map((path) =>
  createRoute({ getParentRoute: () => shell, path, component: scopeForm }),
);

/** Whatever no other route takes: the frame forms of the navigation's nodes, and what says that nothing is there. */
const elsewhere = createRoute({
  getParentRoute: () => shell,
  path: "$",
  component: lazyRouteComponent(() => import("../screens/frame/FrameScreen.tsx"), "FrameScreen"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([
      home,
      ...areas,
      grants,
      signingKeys,
      signingKeyCreate,
      signingKey,
      ...tokenKeys,
      logSettings,
      encryptionKeys,
      ...detailTypes,
      virtualHostNames,
      ...virtualIssuers,
      license,
      clusterManagement,
      clusterSettings,
      collectSupportData,
      externalSystems,
      pingOneConnections,
      pingOneConnectionAdd,
      pingOneConnectionEdit,
      scopes,
      ...scopeForms,
      elsewhere,
    ]),
    endpoints,
  ]),
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Broken,
  // A path in another letter case is another path (specification 2, section 2: all routes are exact matches).
  caseSensitive: true,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
