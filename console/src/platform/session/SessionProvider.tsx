import { createContext, type ReactNode, useContext } from "react";

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in administrator. Only inside the console, where there always is one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession is used outside the console");
  return session;
}

const ROLES = [
  "ADMINISTRATOR",
  "USER_ADMINISTRATOR",
  "CRYPTO_ADMINISTRATOR",
  "EXPRESSION_ADMINISTRATOR",
  "DATA_COLLECTION_ADMINISTRATOR",
] as const;

export type Role = (typeof ROLES)[number];

/** A newer server may have roles that this console does not support. */
export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}

/** The user name. */
export interface Session {
  username: string;
  roles: ReadonlySet<string>;
  /** True if the administrator may see everything and change nothing, regardless of the roles. */
  auditor: boolean;
}

/** True if the administrator may make changes that require one of these roles. */
export function mayChange(session: Session, ...roles: Role[]): boolean {
  return !session.auditor && roles.some((role) => session.roles.has(role));
}

/** True if the administrator may see keys, certificates and partner metadata URLs (specification 1, section 6). */
export function hasCryptoRights({ roles, auditor }: Pick<Session, "roles" | "auditor">): boolean {
  return auditor || roles.has("CRYPTO_ADMINISTRATOR");
}
