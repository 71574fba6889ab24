/**
 * The shell of a passive console: no navigation, search or notifications, and only one page (specification 2, section
 * 2, and 3, section 2.2).
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
      // No other page can be opened from here, so About has no link to the license either.
      masthead={<ShellMasthead settings={settings && { ...settings, navTree: [] }} reduced />}
    >
      {path === paths.clusterManagement ? <Outlet /> : <Navigate to={paths.clusterManagement} replace />}
    </Page>
  );
}
