import { FormattedMessage } from "react-intl";

interface RoleNameProps {
  node: {
    mode: "CLUSTERED_ENGINE" | "CLUSTERED_CONSOLE" | "CLUSTERED_DUAL" | "STANDALONE";
    adminConsoleInfo?: { consoleRole: "ACTIVE" | "PASSIVE" } | null | undefined;
  };
}

/** What a node runs, and of a console whether it is the active one. */
export function RoleName({ node: { mode, adminConsoleInfo } }: RoleNameProps) {
  const role = adminConsoleInfo?.consoleRole;
  return (
    <>
      <FormattedMessage id={`nodes.${mode}`} />
      {role && " · "}
      {role && <FormattedMessage id={`nodes.${role}`} />}
    </>
  );
}
