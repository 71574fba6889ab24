/**
 * The screen of every node that the server renders (specification 3, section 1): the inner frame, with title, breadcrumb
 * and action around it as at all other screens. The place within the frame is part of the console's address, and every
 * way through a frame is a step in the console's history, so that back, forward and reload mean what they mean elsewhere.
 */
import { useRouterState } from "@tanstack/react-router";
import { FormSkeleton } from "../../forms/FormSkeleton.tsx";
import { leavesOf } from "../navigation.ts";
import { NotFound } from "../shell/Fallback.tsx";
import { useUiSettings } from "../uiSettings.ts";
import { Frame } from "./Frame.tsx";
import { frameNode } from "./places.ts";

export function FrameScreen() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { settings } = useUiSettings();
  if (!settings) return <FormSkeleton fields={3} />;
  const node = frameNode(settings.navTree.flatMap(leavesOf), path);
  // Another node is another frame: nothing of the one before stays.
  return node ? <Frame key={node.id} node={node} /> : <NotFound />;
}
