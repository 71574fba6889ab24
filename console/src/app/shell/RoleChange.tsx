import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { catalogue } from "../../catalogue.ts";
import { useMessages } from "../messages/Messages.tsx";

const text = catalogue("roleChange", {
  ACTIVE: "This console is the active one now.",
  PASSIVE: "Another console is the active one now. This one is passive and changes nothing.",
});

/** Tells when the console changes its role while somebody has it open. */
export function RoleChange({ role }: { role: keyof typeof text }) {
  const intl = useIntl();
  const messages = useMessages();
  const before = useRef(role);
  useEffect(() => {
    if (before.current !== role) messages.info(intl.formatMessage(text[role]));
    before.current = role;
  }, [role, messages, intl]);
  return null;
}
