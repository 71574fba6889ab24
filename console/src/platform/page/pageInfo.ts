/** What a route declares of its page; the page's head, its notice and its form follow it. */

import { useMatch } from "@tanstack/react-router";
import type { Message, MessageId } from "../../messages.ts";
import { mayChange, type Role, useSession } from "../session/SessionProvider.tsx";

export interface PageInfo {
  /** What the page is called, unless it is named after the item that it shows. */
  title?: MessageId;
  description?: MessageId;
  /** Who can change what the page shows: any one of these roles. Who can open it, the server says (`lockedPlaces`). */
  roles?: readonly Role[];
  /** A form for something new, which has nothing to show to those who may only look. */
  adds?: boolean;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption extends PageInfo {}
}

/** The declaration of the page that is shown; empty in the pages of the inner frame. */
export function usePageInfo(): PageInfo {
  return useMatch({ strict: false, select: ({ staticData }) => staticData });
}

/** What the person here may do on this page. */
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
