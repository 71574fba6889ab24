import { FormattedList, FormattedMessage } from "react-intl";
import type { Role } from "../session/SessionProvider.tsx";
import { useAccess, usePageInfo } from "./pageInfo.ts";

/** Explains why the page is read-only: for an auditor, or for lack of a role, which is named. */
export function ReadOnlyNotice() {
  const access = useAccess();
  const { roles = [] } = usePageInfo();
  if (access === "editable") return null;
  if (access === "auditor") return <FormattedMessage id="forms.auditor" />;
  return <FormattedMessage id="forms.noRole" values={{ roles: <Roles key="roles" names={roles} /> }} />;
}

/** Names of roles, any one of which is enough. */
export function Roles({ names }: { names: readonly Role[] }) {
  return (
    <FormattedList
      type="disjunction"
      value={names.map((name) => <FormattedMessage key={name} id={`role.${name}`} />)}
    />
  );
}
