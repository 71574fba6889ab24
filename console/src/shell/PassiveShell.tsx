/**
 * What is around the screen of a passive console: no navigation, search or notifications, and one page (specification
 * 2, section 2, and 3, section 2.2).
 */
import { Navigate, Outlet } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { useUiSettings } from "../platform/page/uiSettings.ts";
import { Page } from "../platform/ui/Page.tsx";
import { ShellMasthead } from "./ShellMasthead.tsx";
import { CONTENT, Skip } from "./Skip.tsx";

export function PassiveShell({ path }: { path: string }) {
  const { settings } = useUiSettings();
  return (
    <Page
      contentId={CONTENT}
      skip={<Skip />}
      // Nobody gets anywhere from here, so that About has no link to the licence either.
      masthead={<ShellMasthead settings={settings && { ...settings, navTree: [] }} reduced />}
    >
      {path === paths.clusterManagement ? <Outlet /> : <Navigate to={paths.clusterManagement} replace />}
    </Page>
  );
}
