/** The landing dashboard: nodes, shortcuts, helpful links (specification 1, section 2). */

import { Button, Card, CardBody, Skeleton, Title } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../messages.ts";
import { WarningDialog } from "../../platform/forms/dialog/WarningDialog.tsx";
import { FormSkeleton } from "../../platform/forms/FormSection.tsx";
import { useMessages } from "../../platform/messages/Messages.tsx";
import { Screen } from "../../platform/page/Screen.tsx";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { mayChange, useSession } from "../../platform/session/SessionProvider.tsx";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import { choiceQuery, demoQuery, figuresQuery, groupsQuery, nodesQuery, removeDemo, setUpDemo } from "./api.ts";
import { Cluster } from "./Cluster.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import "./home.css";

// Charts and tables are only needed when the figures are there.
const Activity = lazy(() =>
  import("./activity/Activity.tsx").then(({ Activity: component }) => ({ default: component })),
);

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
          {!isClusterPending && (
            <Suspense>
              <Activity />
              <HelpfulLinks />
            </Suspense>
          )}
        </div>
      )}
    </Screen>
  );
}

/** The parts that are loading. Their heights depend on their data, so the parts below wait and never move. */
function usePending() {
  const mayConfigure = mayChange(useSession(), "ADMINISTRATOR");
  const demo = useQuery({ ...demoQuery, enabled: mayConfigure });
  const choice = useQuery(choiceQuery);
  const groups = useQuery(groupsQuery);
  const nodes = useQuery(nodesQuery);
  const figures = useQuery(figuresQuery("HOUR"));
  // Once shown, a part stays visible, even if one that failed is loaded again.
  const [isAboveKnown, setAboveKnown] = useState(false);
  const [isClusterKnown, setClusterKnown] = useState(false);
  if (!isAboveKnown && !(demo.isLoading || choice.isLoading || groups.isLoading)) setAboveKnown(true);
  if (!isClusterKnown && !(nodes.isLoading || figures.isLoading)) setClusterKnown(true);
  return { isAbovePending: !isAboveKnown, isClusterPending: !isClusterKnown };
}

/** In the specification's order; the first element is the key in documentationUrls. */
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

/** Offers the demo while no client is configured, and leads to it once it is set up. */
export function Demo() {
  const mayConfigure = mayChange(useSession(), "ADMINISTRATOR");
  const { settings } = useUiSettings();
  const { data } = useQuery({ ...demoQuery, enabled: mayConfigure });
  const [question, setQuestion] = useState<"set-up" | "remove">();
  if (!mayConfigure || !data || !(data.offered || data.created)) return null;
  const guide = settings?.documentationUrls["quick-start"];
  return (
    <section aria-labelledby="demo" className="hanse-home__part">
      <Title headingLevel="h2" size="lg" id="demo">
        <FormattedMessage id="home.demo" />
      </Title>
      <Card isCompact>
        <CardBody className="hanse-home__none">
          <div>
            <p>
              <FormattedMessage {...(data.created ? message("home.demoCreated") : message("home.demoOffered"))} />
            </p>
            {guide && (
              <NewTabLink to={guide}>
                <FormattedMessage id="home.quickStart" />
              </NewTabLink>
            )}
          </div>
          {data.created && data.running && (
            <NewTabLink to={data.url}>
              <FormattedMessage id="home.openDemo" />
            </NewTabLink>
          )}
          {!(data.created && data.running) && (
            <Button variant={data.created ? "secondary" : "primary"} onClick={() => setQuestion("set-up")}>
              <FormattedMessage {...(data.created ? message("home.startDemo") : message("home.setUpDemo"))} />
            </Button>
          )}
          {data.created && (
            <Button variant="link" isDanger onClick={() => setQuestion("remove")}>
              <FormattedMessage id="home.removeDemo" />
            </Button>
          )}
        </CardBody>
      </Card>
      {question && <Confirmation what={question} objects={data.objects} onClose={() => setQuestion(undefined)} />}
    </section>
  );
}

interface ConfirmationProps {
  what: "set-up" | "remove";
  objects: readonly string[];
  onClose: () => void;
}

/** Lists every object before it is created or deleted. */
function Confirmation({ what, objects, onClose }: ConfirmationProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const removes = what === "remove";
  const act = useMutation({
    mutationFn: removes ? removeDemo : setUpDemo,
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: demoQuery.queryKey });
      messages.success(intl.formatMessage(removes ? message("home.demoRemoved") : message("home.demoReady")));
    },
  });
  return (
    <WarningDialog
      title={<FormattedMessage {...(removes ? message("home.removeTitle") : message("home.setUpTitle"))} />}
      confirmLabel={<FormattedMessage {...(removes ? message("home.removeDemo") : message("home.setUpDemo"))} />}
      isPending={act.isPending}
      isHarmless={!removes}
      error={act.error}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...(removes ? message("home.removeBody") : message("home.setUpBody"))} />
      </p>
      <ul>
        {objects.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </WarningDialog>
  );
}
