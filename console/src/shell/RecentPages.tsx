import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { admin } from "../platform/api/client.ts";
import type { NavItem } from "../platform/api/session.ts";
import { leavesOf } from "../platform/page/navigation.ts";

/** Tells the server which places of the navigation somebody opens, for 'Recently Used' among the shortcuts. */
export function RecentPages({ tree }: { tree: readonly NavItem[] }) {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const id = tree.flatMap(leavesOf).find((leaf) => leaf.path === path)?.id;
  useEffect(() => {
    // Whether it arrives matters to nobody: nothing waits for it, and a failure is not told.
    if (id) void admin.POST("/internal/user/shortcuts/recent", { body: { id } }).catch(() => undefined);
  }, [id]);
  return null;
}
