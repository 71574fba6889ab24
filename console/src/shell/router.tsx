/**
 * Every page of the console, each declared once: its path, its title, the roles that can change it, its query
 * parameters, and its screen, which is loaded with its texts when it is first opened.
 */
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { listSearch } from "../platform/list/useServerList.ts";
import { loadMessages } from "../platform/locale.ts";
import { Broken, NotFound } from "../platform/page/Fallback.tsx";
import { scopesSearch } from "../screens/system/scope-management/collections.ts";
import { pagesWith, root, shell } from "./pagesWith.ts";

const CONFIGURATION = ["ADMINISTRATOR"] as const;
const KEYS = ["CRYPTO_ADMINISTRATOR"] as const;

const home = pagesWith("home");
const security = pagesWith("security", KEYS);
const system = pagesWith("system", CONFIGURATION);

const area = () => import("../screens/landing/area/index.tsx");
const connectionForm = () => import("../screens/system/ping-one-connections/form/index.tsx");
const issuerForm = () => import("../screens/system/virtual-issuers/form/index.tsx");
const keySetForm = () => import("../screens/security/token-signing-keys/form/index.tsx");
const scopeForm = () => import("../screens/system/scope-management/form/index.tsx");
const detailTypeForm = () => import("../screens/system/authorization-detail-types/form/index.tsx");

const pages = [
  home({
    path: paths.home,
    screen: () => import("../screens/home/index.tsx"),
  }),
  home({ path: paths.authentication, title: "area.authentication", screen: area }),
  home({ path: paths.applications, title: "area.applications", screen: area }),
  home({ path: paths.security, title: "area.security", screen: area }),
  home({ path: paths.system, title: "area.system", screen: area }),
  security({
    path: paths.tokenSigningKeys,
    title: "tokenSigningKeys.title",
    description: "tokenSigningKeys.description",
    search: listSearch,
    screen: () => import("../screens/security/token-signing-keys/index.tsx"),
  }),
  security({
    path: paths.addKeySet,
    title: "tokenSigningKeys.newKeySet",
    description: "tokenSigningKeys.formDescription",
    adds: true,
    screen: keySetForm,
  }),
  security({
    path: paths.editKeySet,
    title: "tokenSigningKeys.editTitle",
    description: "tokenSigningKeys.formDescription",
    screen: keySetForm,
  }),
  security({
    path: paths.oauthKeys,
    title: "keys.staticKeys",
    description: "oauthKeys.description",
    screen: () => import("../screens/security/oauth-openid-connect-keys/index.tsx"),
  }),
  security({
    path: paths.encryptionKeys,
    title: "configurationEncryptionKeys.title",
    description: "configurationEncryptionKeys.description",
    screen: () => import("../screens/security/configuration-encryption-keys/index.tsx"),
  }),
  system({
    path: paths.virtualHostNames,
    title: "place.virtualHostNames",
    description: "virtualHostNames.description",
    screen: () => import("../screens/system/virtual-host-names/index.tsx"),
  }),
  system({
    path: paths.logSettings,
    title: "logSettings.title",
    description: "logSettings.description",
    screen: () => import("../screens/system/log-settings/index.tsx"),
  }),
  system({
    path: paths.detailTypes,
    title: "detailTypes.title",
    description: "detailTypes.description",
    search: listSearch,
    screen: () => import("../screens/system/authorization-detail-types/index.tsx"),
  }),
  system({
    path: paths.detailTypeAdd,
    title: "detailTypes.addTitle",
    description: "detailTypes.formDescription",
    adds: true,
    search: listSearch,
    screen: detailTypeForm,
  }),
  system({
    path: paths.detailTypeEdit,
    title: "detailTypes.editTitle",
    description: "detailTypes.formDescription",
    search: listSearch,
    screen: detailTypeForm,
  }),
  system({
    path: paths.clusterManagement,
    title: "clusterManagement.title",
    description: "clusterManagement.description",
    screen: () => import("../screens/system/cluster-management/index.tsx"),
  }),
  system({
    path: paths.clusterSettings,
    title: "clusterSettings.title",
    description: "clusterSettings.description",
    screen: () => import("../screens/system/cluster-management/settings/index.tsx"),
  }),
  system({
    path: paths.license,
    title: "license.title",
    description: "license.description",
    roles: ["ADMINISTRATOR", "USER_ADMINISTRATOR"],
    screen: () => import("../screens/system/license/index.tsx"),
  }),
  system({
    path: paths.collectSupportData,
    title: "supportData.title",
    description: "supportData.description",
    roles: ["DATA_COLLECTION_ADMINISTRATOR"],
    screen: () => import("../screens/system/collect-support-data/index.tsx"),
  }),
  system({
    path: paths.pingOneConnections,
    title: "pingOneConnections.title",
    description: "pingOneConnections.description",
    search: listSearch,
    screen: () => import("../screens/system/ping-one-connections/index.tsx"),
  }),
  system({
    path: paths.pingOneConnectionAdd,
    title: "pingOneConnection.add",
    description: "pingOneConnection.addDescription",
    adds: true,
    search: listSearch,
    screen: connectionForm,
  }),
  system({
    path: paths.pingOneConnectionEdit,
    title: "pingOneConnection.edit",
    description: "pingOneConnection.editDescription",
    search: listSearch,
    screen: connectionForm,
  }),
  system({
    path: paths.virtualIssuers,
    title: "virtualIssuers.title",
    description: "virtualIssuers.description",
    search: listSearch,
    screen: () => import("../screens/system/virtual-issuers/index.tsx"),
  }),
  system({
    path: paths.virtualIssuerAdd,
    title: "virtualIssuers.add",
    description: "virtualIssuers.addDescription",
    adds: true,
    screen: issuerForm,
  }),
  system({
    path: paths.virtualIssuerEdit,
    title: "virtualIssuers.edit",
    description: "virtualIssuers.editDescription",
    screen: issuerForm,
  }),
  system({
    path: paths.scopes,
    title: "scopes.title",
    description: "scopes.description",
    search: scopesSearch,
    screen: () => import("../screens/system/scope-management/index.tsx"),
  }),
  system({
    path: paths.scopeAdd,
    adds: true,
    search: scopesSearch,
    screen: scopeForm,
  }),
  system({ path: paths.scopeEdit, search: scopesSearch, screen: scopeForm }),
] as const;

/** The same screen under both of its paths (specification 1, section 2); the navigation tree has the longer one. */
const externalSystems = createRoute({
  getParentRoute: () => shell,
  path: paths.externalSystems,
  beforeLoad: () => {
    throw redirect({ to: paths.pingOneConnections });
  },
});

/** All other paths: the frame pages of the navigation tree, and the page for unknown paths. */
const elsewhere = createRoute({
  getParentRoute: () => shell,
  path: "$",
  component: lazyRouteComponent(() => import("../screens/frame/FrameScreen.tsx"), "FrameScreen"),
});

/** The windows of the help menu: a page without the console around it. */
const endpoints = createRoute({
  getParentRoute: () => root,
  path: paths.endpoints,
  component: lazyRouteComponent(
    async () => (await Promise.all([import("../screens/help/endpoints/index.tsx"), loadMessages("help")]))[0],
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren([...pages, externalSystems, elsewhere]), endpoints]),
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
