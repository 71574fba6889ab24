/** The landing dashboard: nodes, shortcuts, helpful links (specification 1, section 2). */

import { Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { FormSkeleton } from "../../platform/forms/FormSkeleton.tsx";
import { Screen } from "../../platform/page/Screen.tsx";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { useSession } from "../../platform/session/SessionProvider.tsx";
import { mayChange } from "../../platform/session/session.ts";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import { choiceQuery, demoQuery, groupsQuery, nodesQuery } from "./api.ts";
import { Cluster } from "./Cluster.tsx";
import { Demo } from "./Demo.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import "./home.css";

export default function Home() {
  const intl = useIntl();
  const { username, auditor } = useSession();
  const { isAbovePending, isClusterPending } = usePending();
  return (
    <Screen
      title={intl.formatMessage({ id: "home.title" }, { username })}
      description={
        <FormattedMessage {...(auditor ? message("home.descriptionAuditor") : message("home.description"))} />
      }
      breadcrumb="none"
    >
      {isAbovePending ? (
        <FormSkeleton fields={3} />
      ) : (
        <div className="hanse-home">
          <Demo />
          <Shortcuts />
          <Cluster />
          {!isClusterPending && <HelpfulLinks />}
        </div>
      )}
    </Screen>
  );
}

/** What is still loading. How high a part is depends on its data, so the parts below it wait for that and never move. */
function usePending() {
  const mayConfigure = mayChange(useSession(), "ADMINISTRATOR");
  const demo = useQuery({ ...demoQuery, enabled: mayConfigure });
  const choice = useQuery(choiceQuery);
  const groups = useQuery(groupsQuery);
  const nodes = useQuery(nodesQuery);
  // Once shown, a part stays, although one that failed may be loaded again.
  const [isAboveKnown, setAboveKnown] = useState(false);
  const [isClusterKnown, setClusterKnown] = useState(false);
  if (!isAboveKnown && !(demo.isLoading || choice.isLoading || groups.isLoading)) setAboveKnown(true);
  if (!isClusterKnown && !nodes.isLoading) setClusterKnown(true);
  return { isAbovePending: !isAboveKnown, isClusterPending: !isClusterKnown };
}

/** In the specification's order; the first of each is the topic among documentationUrls. */
const LINKS: readonly (readonly [string, Message])[] = [
  ["resource-downloads", message("home.resourceDownloads")],
  ["release-notes", message("home.releaseNotes")],
  ["support", message("home.support")],
  ["integration-directory", message("home.integrationDirectory")],
  ["devops", message("home.devOps")],
  ["performance-tuning-guide", message("home.performance")],
];

function HelpfulLinks() {
  const { settings } = useUiSettings();
  return (
    <section aria-labelledby="helpful-links" className="hanse-home__part">
      <Title headingLevel="h2" size="lg" id="helpful-links">
        <FormattedMessage id="home.links" />
      </Title>
      <ul className="hanse-home__links">
        {LINKS.map(([topic, label]) => {
          const address = settings?.documentationUrls[topic];
          if (settings && !address) return null;
          return (
            <li key={topic}>
              {address ? (
                <NewTabLink to={address}>
                  <FormattedMessage {...label} />
                </NewTabLink>
              ) : (
                <Skeleton width="9rem" />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
