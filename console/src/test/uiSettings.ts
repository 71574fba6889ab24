/** UI settings with a small navigation tree, in the server's form. */
import type { NavItem, UiSettings } from "../platform/api/session.ts";

const node = { path: null, react: true, children: [] };
const leaf = (id: string, label: string, path: string): NavItem => ({ ...node, id, label, level: "LEAF", path });
const leaves = [
  leaf("screen", "This Screen", "/screen"),
  leaf("other", "Other Screen", "/other"),
  leaf("license", "License", "/system/server/license"),
];
const group: NavItem = { ...node, id: "server", label: "Server", level: "SECONDARY", children: leaves };
export const settings: UiSettings = {
  lockedPlaces: [{ label: "Clients", path: "/applications/oauth/clients", roles: ["ADMINISTRATOR"] }],
  navTree: [
    { ...node, id: "system", label: "System", level: "PRIMARY", children: [group] },
    { ...node, id: "security", label: "Security", level: "PRIMARY" },
  ],
  consoleTitle: "Hanse",
  environment: "Production Europe",
  version: "1.2.3",
  fipsmode: true,
  showBackground: false,
  consoleSessionTimeoutInMilli: 1_800_000,
  accountManagementVisible: true,
  adminVisible: true,
  pingOneAdminUrlRegion: null,
  pingOneAdminUrlEnvironmentId: null,
  timezone: "UTC",
  isLog4j2Upgraded: false,
  documentationUrls: {},
};
