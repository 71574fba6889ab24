/**
 * Every page of the console, each declared once: its path, what it is called, who can change what it shows, what its address
 * says besides, and its screen, which loads with its texts when it is first opened.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Catalogues } from "../messages.ts";
import { paths } from "../paths.ts";
import { listSearch } from "../platform/list/search.ts";
import { loadMessages } from "../platform/locale.ts";
import { Broken, NotFound } from "../platform/page/Fallback.tsx";
import type { PageInfo } from "../platform/page/pageInfo.ts";
import type { Role } from "../platform/session/session.ts";
import { scopesSearch } from "../screens/system/scope-management/collections.ts";
import { Shell } from "./Shell.tsx";

const root = createRootRoute();
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const CONFIGURATION: readonly Role[] = ["ADMINISTRATOR"];
const KEYS: readonly Role[] = ["CRYPTO_ADMINISTRATOR"];

interface Declaration<Path extends string, Search> extends PageInfo {
  path: Path;
  /** Reads what the address says besides the path. */
  search?: (search: Record<string, unknown>) => Search;
  /** The file of texts that the screen needs besides those of every page. */
  texts: keyof Catalogues;
  screen: () => Promise<{ default: () => ReactNode }>;
}

function page<const Path extends string, Search = object>(declaration: Declaration<Path, Search>) {
  const { path, search = () => ({}) as Search, texts, screen, ...staticData } = declaration;
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData,
    validateSearch: search,
    component: lazyRouteComponent(async () => (await Promise.all([screen(), loadMessages(texts)]))[0]),
  });
}

const area = () => import("../screens/landing/area/index.tsx");
const connectionForm = () => import("../screens/system/ping-one-connections/form/index.tsx");
const issuerForm = () => import("../screens/system/virtual-issuers/form/index.tsx");
const scopeForm = () => import("../screens/system/scope-management/form/index.tsx");
const detailTypeForm = () => import("../screens/system/authorization-detail-types/form/index.tsx");

const pages = [
  page({
    path: paths.home,
    texts: "home",
    screen: () => import("../screens/home/index.tsx"),
  }),
  page({ path: paths.authentication, title: "area.authentication", texts: "home", screen: area }),
  page({ path: paths.applications, title: "area.applications", texts: "home", screen: area }),
  page({ path: paths.security, title: "area.security", texts: "home", screen: area }),
  page({ path: paths.system, title: "area.system", texts: "home", screen: area }),
  page({
    path: paths.grants,
    title: "grants.title",
    description: "grants.description",
    roles: CONFIGURATION,
    texts: "applications",
    screen: () => import("../screens/applications/grants/index.tsx"),
  }),
  page({
    path: paths.signingKeys,
    title: "signingKeys.title",
    description: "signingKeys.description",
    roles: KEYS,
    search: listSearch,
    texts: "security",
    screen: () => import("../screens/security/signing-keys/index.tsx"),
  }),
  page({
    path: paths.signingKeyCreate,
    title: "signingKeysCreate.title",
    description: "signingKeysCreate.description",
    roles: KEYS,
    adds: true,
    texts: "security",
    screen: () => import("../screens/security/signing-keys/create/index.tsx"),
  }),
  page({
    path: paths.signingKey,
    roles: KEYS,
    texts: "security",
    screen: () => import("../screens/security/signing-keys/details/index.tsx"),
  }),
  page({
    path: paths.tokenSigningKeys,
    title: "tokenSigningKeys.title",
    description: "tokenSigningKeys.description",
    roles: KEYS,
    search: listSearch,
    texts: "security",
    screen: () => import("../screens/security/token-signing-keys/index.tsx"),
  }),
  page({
    path: paths.addKeySet,
    title: "tokenSigningKeys.newKeySet",
    description: "tokenSigningKeys.formDescription",
    roles: KEYS,
    adds: true,
    texts: "security",
    screen: () => import("../screens/security/token-signing-keys/add/index.tsx"),
  }),
  page({
    path: paths.editKeySet,
    title: "tokenSigningKeys.editTitle",
    description: "tokenSigningKeys.formDescription",
    roles: KEYS,
    texts: "security",
    screen: () => import("../screens/security/token-signing-keys/edit/index.tsx"),
  }),
  page({
    path: paths.oauthKeys,
    title: "keys.staticKeys",
    description: "oauthKeys.description",
    roles: KEYS,
    texts: "security",
    screen: () => import("../screens/security/oauth-openid-connect-keys/index.tsx"),
  }),
  page({
    path: paths.encryptionKeys,
    title: "configurationEncryptionKeys.title",
    description: "configurationEncryptionKeys.description",
    roles: KEYS,
    texts: "security",
    screen: () => import("../screens/security/configuration-encryption-keys/index.tsx"),
  }),
  page({
    path: paths.virtualHostNames,
    title: "place.virtualHostNames",
    description: "virtualHostNames.description",
    roles: CONFIGURATION,
    texts: "system",
    screen: () => import("../screens/system/virtual-host-names/index.tsx"),
  }),
  page({
    path: paths.logSettings,
    title: "logSettings.title",
    description: "logSettings.description",
    roles: CONFIGURATION,
    texts: "system",
    screen: () => import("../screens/system/log-settings/index.tsx"),
  }),
  page({
    path: paths.detailTypes,
    title: "detailTypes.title",
    description: "detailTypes.description",
    roles: CONFIGURATION,
    search: listSearch,
    texts: "system",
    screen: () => import("../screens/system/authorization-detail-types/index.tsx"),
  }),
  page({
    path: paths.detailTypeAdd,
    title: "detailTypes.addTitle",
    description: "detailTypes.formDescription",
    roles: CONFIGURATION,
    adds: true,
    search: listSearch,
    texts: "system",
    screen: detailTypeForm,
  }),
  page({
    path: paths.detailTypeEdit,
    title: "detailTypes.editTitle",
    description: "detailTypes.formDescription",
    roles: CONFIGURATION,
    search: listSearch,
    texts: "system",
    screen: detailTypeForm,
  }),
  page({
    path: paths.clusterManagement,
    title: "clusterManagement.title",
    description: "clusterManagement.description",
    roles: CONFIGURATION,
    texts: "system",
    screen: () => import("../screens/system/cluster-management/index.tsx"),
  }),
  page({
    path: paths.clusterSettings,
    title: "clusterSettings.title",
    description: "clusterSettings.description",
    roles: CONFIGURATION,
    texts: "system",
    screen: () => import("../screens/system/cluster-management/settings/index.tsx"),
  }),
  page({
    path: paths.license,
    title: "license.title",
    description: "license.description",
    roles: ["ADMINISTRATOR", "USER_ADMINISTRATOR"],
    texts: "system",
    screen: () => import("../screens/system/license/index.tsx"),
  }),
  page({
    path: paths.collectSupportData,
    title: "supportData.title",
    description: "supportData.description",
    roles: ["DATA_COLLECTION_ADMINISTRATOR"],
    texts: "system",
    screen: () => import("../screens/system/collect-support-data/index.tsx"),
  }),
  page({
    path: paths.pingOneConnections,
    title: "pingOneConnections.title",
    description: "pingOneConnections.description",
    roles: CONFIGURATION,
    search: listSearch,
    texts: "system",
    screen: () => import("../screens/system/ping-one-connections/index.tsx"),
  }),
  page({
    path: paths.pingOneConnectionAdd,
    title: "pingOneConnection.add",
    description: "pingOneConnection.addDescription",
    roles: CONFIGURATION,
    adds: true,
    search: listSearch,
    texts: "system",
    screen: connectionForm,
  }),
  page({
    path: paths.pingOneConnectionEdit,
    title: "pingOneConnection.edit",
    description: "pingOneConnection.editDescription",
    roles: CONFIGURATION,
    search: listSearch,
    texts: "system",
    screen: connectionForm,
  }),
  page({
    path: paths.virtualIssuers,
    title: "virtualIssuers.title",
    description: "virtualIssuers.description",
    roles: CONFIGURATION,
    search: listSearch,
    texts: "system",
    screen: () => import("../screens/system/virtual-issuers/index.tsx"),
  }),
  page({
    path: paths.virtualIssuerAdd,
    title: "virtualIssuers.add",
    description: "virtualIssuers.addDescription",
    roles: CONFIGURATION,
    adds: true,
    texts: "system",
    screen: issuerForm,
  }),
  page({
    path: paths.virtualIssuerEdit,
    title: "virtualIssuers.edit",
    description: "virtualIssuers.editDescription",
    roles: CONFIGURATION,
    texts: "system",
    screen: issuerForm,
  }),
  page({
    path: paths.scopes,
    title: "scopes.title",
    description: "scopes.description",
    roles: CONFIGURATION,
    search: scopesSearch,
    texts: "system",
    screen: () => import("../screens/system/scope-management/index.tsx"),
  }),
  page({
    path: paths.scopeAdd,
    roles: CONFIGURATION,
    adds: true,
    search: scopesSearch,
    texts: "system",
    screen: scopeForm,
  }),
  page({ path: paths.scopeEdit, roles: CONFIGURATION, search: scopesSearch, texts: "system", screen: scopeForm }),
] as const;

/** The same screen under both of its paths (specification 1, section 2); the navigation tree has the longer one. */
const externalSystems = createRoute({
  getParentRoute: () => shell,
  path: paths.externalSystems,
  beforeLoad: () => {
    throw redirect({ to: paths.pingOneConnections });
  },
});

/** Whatever no other route takes: the frame pages of the navigation's nodes, and what says that nothing is there. */
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
