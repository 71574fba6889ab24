import { mayChange, type Session } from "../../../app/session/session.ts";
import type { Access } from "../../../forms/EditPage.tsx";

export function accessOf(session: Session): Access {
  if (session.auditor) return "auditor";
  return mayChange(session, "ADMINISTRATOR") ? "editable" : "noRole";
}
