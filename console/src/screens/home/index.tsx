/** The landing dashboard: nodes, shortcuts, helpful links (specification 1, section 2). */

import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Screen } from "../../platform/page/Screen.tsx";
import { useSession } from "../../platform/session/SessionProvider.tsx";
import { Cluster } from "./Cluster.tsx";
import { Demo } from "./Demo.tsx";
import { HelpfulLinks } from "./HelpfulLinks.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import "./home.css";

export default function Home() {
  const intl = useIntl();
  const { username, auditor } = useSession();
  return (
    <Screen
      title={intl.formatMessage({ id: "home.title" }, { username })}
      description={
        <FormattedMessage {...(auditor ? message("home.descriptionAuditor") : message("home.description"))} />
      }
      breadcrumb="none"
    >
      <div className="hanse-home">
        <Demo />
        <Shortcuts />
        <Cluster />
        <HelpfulLinks />
      </div>
    </Screen>
  );
}
