/**
 * The screen of every node that the server renders (specification 3, section 1): the inner frame, with title, breadcrumb
 * and action around it as at all other screens. The place within the frame is part of the console's address, and every
 * way through a frame is a step in the console's history, so that back, forward and reload mean what they mean elsewhere.
 */
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { FormSkeleton } from "../../platform/forms/FormSection.tsx";
import { NotFound, ReadOnly } from "../../platform/page/Fallback.tsx";
import { leavesOf, trailTo } from "../../platform/page/navigation.ts";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { useSession } from "../../platform/session/SessionProvider.tsx";
import { Frame } from "./Frame.tsx";
import { frameNode, namedPlace } from "./places.ts";

export function FrameScreen() {
  const { pathname, searchStr: search } = useRouterState({ select: (state) => state.location });
  const { settings } = useUiSettings();
  const { auditor } = useSession();
  if (!settings) return <FormSkeleton fields={3} />;
  const node = frameNode(settings.navTree.flatMap(leavesOf), pathname);
  // The form for something new. The id of an existing item can be `add` too.
  if (node && auditor && pathname.endsWith("/add") && !pathname.endsWith("/edit/add")) return <ReadOnly />;
  // Another node is another frame: nothing of the one before stays.
  if (node) return <Frame key={node.id} node={node} />;
  // A screen of the console's own is on its way.
  if (trailTo(settings.navTree, pathname).length > 0) return <FormSkeleton fields={3} />;
  const named = namedPlace(settings.navTree, { pathname, search });
  return named ? <Elsewhere place={named} /> : <NotFound />;
}

/** Goes to another place, whose query is its own, and leaves no step back to the name of it. */
function Elsewhere({ place }: { place: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(place), [history, place]);
  return <FormSkeleton fields={3} />;
}
