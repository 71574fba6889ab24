import { Skeleton, Title } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { useUiSettings } from "../../app/uiSettings.ts";
import type { Message } from "../../catalogue.ts";
import { NewTabLink } from "../../ui/NewTabLink.tsx";
import { homeText as text } from "./text.ts";

/** In the specification's order; the first of each is the topic among documentationUrls. */
const LINKS: readonly (readonly [string, Message])[] = [
  ["resource-downloads", text.resourceDownloads],
  ["release-notes", text.releaseNotes],
  ["support", text.support],
  ["integration-directory", text.integrationDirectory],
  ["devops", text.devOps],
  ["performance-tuning-guide", text.performance],
];

export function HelpfulLinks() {
  const { settings } = useUiSettings();
  return (
    <section aria-labelledby="helpful-links" className="hanse-home__part">
      <Title headingLevel="h2" size="lg" id="helpful-links">
        <FormattedMessage {...text.links} />
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
