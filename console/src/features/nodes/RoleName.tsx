import { FormattedMessage } from "react-intl";

interface RoleNameProps {
  node: { mode: string; adminConsoleInfo?: { consoleRole: string } | null | undefined };
}

/** What a node runs, and of a console whether it is the active one. A word that is not known here is shown as it is. */
export function RoleName({ node: { mode, adminConsoleInfo } }: RoleNameProps) {
  const role = adminConsoleInfo?.consoleRole;
  return (
    <>
      <Word word={mode} />
      {role && " · "}
      {role && <Word word={role} />}
    </>
  );
}

function Word({ word }: { word: string }) {
  switch (word) {
    case "STANDALONE":
    case "CLUSTERED_CONSOLE":
    case "CLUSTERED_ENGINE":
    case "CLUSTERED_DUAL":
    case "ACTIVE":
    case "PASSIVE":
      return <FormattedMessage id={`nodes.${word}`} />;
    default:
      return word;
  }
}
