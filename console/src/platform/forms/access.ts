import { useSession } from "../session/SessionProvider.tsx";
import { mayChange, type Role } from "../session/session.ts";
import type { Access } from "./EditPage.tsx";

/** What the person here may do with a form that people of these roles may change. */
export function useAccess(...roles: Role[]): Access {
  const session = useSession();
  if (session.auditor) return "auditor";
  return mayChange(session, ...roles) ? "editable" : "noRole";
}
