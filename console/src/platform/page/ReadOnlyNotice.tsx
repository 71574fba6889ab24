import { FormattedList, FormattedMessage } from "react-intl";
import { useAccess, usePageInfo } from "./pageInfo.ts";

/** Why somebody can change nothing on this page: as an auditor, or for lack of a role, which is named. */
export function ReadOnlyNotice() {
  const access = useAccess();
  const { roles = [] } = usePageInfo();
  if (access === "editable") return null;
  if (access === "auditor") return <FormattedMessage id="forms.auditor" />;
  const names = roles.map((role) => <FormattedMessage key={role} id={`role.${role}`} />);
  const list = <FormattedList key="roles" type="disjunction" value={names} />;
  return <FormattedMessage id="forms.noRole" values={{ roles: list }} />;
}
