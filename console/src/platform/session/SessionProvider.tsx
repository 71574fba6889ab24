import { createContext, type ReactNode, useContext } from "react";

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in. Only inside the console, where somebody always is. */
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

/** A newer server may have roles that this console does not know. */
export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}

/** Who is signed in. */
export interface Session {
  username: string;
  roles: ReadonlySet<string>;
  /** May look at everything and change nothing, whatever the roles say. */
  auditor: boolean;
}

/** True when this person may change what takes one of these roles. */
export function mayChange(session: Session, ...roles: Role[]): boolean {
  return !session.auditor && roles.some((role) => session.roles.has(role));
}

/** Whether keys, certificates and partner metadata URLs are this person's business (specification 1, section 6). */
export function hasCryptoRights({ roles, auditor }: Pick<Session, "roles" | "auditor">): boolean {
  return auditor || roles.has("CRYPTO_ADMINISTRATOR");
}
