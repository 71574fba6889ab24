import { Button, Card, CardBody, Title } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { WarningDialog } from "../../platform/forms/dialog/WarningDialog.tsx";
import { useMessages } from "../../platform/messages/Messages.tsx";
import { useUiSettings } from "../../platform/page/uiSettings.ts";
import { useSession } from "../../platform/session/SessionProvider.tsx";
import { mayChange } from "../../platform/session/session.ts";
import { NewTabLink } from "../../platform/ui/NewTabLink.tsx";
import { demoQuery, removeDemo, setUpDemo } from "./api.ts";

/** Offers the demo while no client is configured, and leads to it once it is set up. */
export function Demo() {
  const mayConfigure = mayChange(useSession(), "ADMINISTRATOR");
  const { settings } = useUiSettings();
  const { data } = useQuery({ ...demoQuery, enabled: mayConfigure });
  const [asked, setAsked] = useState<"set-up" | "remove">();
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
            <Button variant={data.created ? "secondary" : "primary"} onClick={() => setAsked("set-up")}>
              <FormattedMessage {...(data.created ? message("home.startDemo") : message("home.setUpDemo"))} />
            </Button>
          )}
          {data.created && (
            <Button variant="link" isDanger onClick={() => setAsked("remove")}>
              <FormattedMessage id="home.removeDemo" />
            </Button>
          )}
        </CardBody>
      </Card>
      {asked && <Ask what={asked} objects={data.objects} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

interface AskProps {
  what: "set-up" | "remove";
  objects: readonly string[];
  onClose: () => void;
}

/** Names every object before it is created or deleted. */
function Ask({ what, objects, onClose }: AskProps) {
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
