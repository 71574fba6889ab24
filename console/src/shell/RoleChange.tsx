import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { useMessages } from "../platform/messages/Messages.tsx";

/** Tells when the console changes its role while somebody has it open. */
export function RoleChange({ role }: { role: "ACTIVE" | "PASSIVE" }) {
  const intl = useIntl();
  const messages = useMessages();
  const before = useRef(role);
  useEffect(() => {
    if (before.current !== role) messages.info(intl.formatMessage({ id: `roleChange.${role}` }));
    before.current = role;
  }, [role, messages, intl]);
  return null;
}
