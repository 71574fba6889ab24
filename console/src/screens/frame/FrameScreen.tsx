/**
 * The screen of every node whose pages the server renders (specification 3, section 1): the inner frame, with title,
 * breadcrumb and action like all other screens. The frame's address is part of the console's URL, and every navigation
 * in a frame is an entry of the console's history, so that back, forward and reload work as usual.
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
  // The form for a new item. The ID of an existing item can be `add` too.
  if (node && auditor && pathname.endsWith("/add") && !pathname.endsWith("/edit/add")) return <ReadOnly />;
  // Another node gets another frame: no state is carried over.
  if (node) return <Frame key={node.id} node={node} />;
  // A screen of the console itself is loading.
  if (trailTo(settings.navTree, pathname).length > 0) return <FormSkeleton fields={3} />;
  const named = namedPlace(settings.navTree, { pathname, search });
  return named ? <Elsewhere place={named} /> : <NotFound />;
}

/** Opens another page, with its own query, and replaces the history entry. */
function Elsewhere({ place }: { place: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(place), [history, place]);
  return <FormSkeleton fields={3} />;
}
