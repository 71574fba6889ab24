/** The page properties that a route declares; the page's head, notice and form use them. */

import { useMatch } from "@tanstack/react-router";
import type { Message, MessageId } from "../../messages.ts";
import { mayChange, type Role, useSession } from "../session/SessionProvider.tsx";

export interface PageInfo {
  /** The title, unless the page is named after the displayed item. */
  title?: MessageId;
  description?: MessageId;
  /** Roles, any one of which may change the page. The server decides who may open it (`lockedPlaces`). */
  roles?: readonly Role[];
  /** True for a form for a new item, which is not shown to readers. */
  adds?: boolean;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption extends PageInfo {}
}

/** The declaration of the current page; empty for pages of the inner frame. */
export function usePageInfo(): PageInfo {
  return useMatch({ strict: false, select: ({ staticData }) => staticData });
}

/** The permissions of the current administrator on this page. */
export type Access = "editable" | "auditor" | "noRole";

export function useAccess(): Access {
  const session = useSession();
  const { roles = [] } = usePageInfo();
  if (session.auditor) return "auditor";
  return mayChange(session, ...roles) ? "editable" : "noRole";
}

/** Returns a text of the page's declaration as a message. */
export function messageAt(id: MessageId | undefined): Message {
  if (!id) throw new Error("The route of this page declares neither title nor description.");
  return { id };
}
