import { Skeleton, Title } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";

/** In the specification's order; the first of each is the topic among documentationUrls. */
const LINKS: readonly (readonly [string, Message])[] = [
  ["resource-downloads", message("home.resourceDownloads")],
  ["release-notes", message("home.releaseNotes")],
  ["support", message("home.support")],
  ["integration-directory", message("home.integrationDirectory")],
  ["devops", message("home.devOps")],
  ["performance-tuning-guide", message("home.performance")],
];

export function HelpfulLinks() {
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
