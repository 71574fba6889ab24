import { Tab, Tabs, TabTitleText } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Connection } from "../api.ts";
import { Environments } from "./Environments.tsx";
import { Summary } from "./Summary.tsx";
import { Usage } from "./Usage.tsx";

const TABS = ["summary", "usage", "environments"] as const;

interface ConnectionDetailsProps {
  connection: Connection;
  editable: boolean;
}

/** What an opened row shows. A tab asks the server when it is first chosen, and no sooner. */
export default function ConnectionDetails({ connection, editable }: ConnectionDetailsProps) {
  const intl = useIntl();
  const [tab, setTab] = useState<(typeof TABS)[number]>("summary");
  const { id, name } = connection;
  const content = {
    summary: <Summary connection={connection} editable={editable} />,
    usage: <Usage id={id} />,
    environments: <Environments id={id} />,
  };
  return (
    <Tabs
      id={`details-${id}`}
      className="hanse-connection__details"
      activeKey={tab}
      onSelect={(_, chosen) => setTab(chosen as typeof tab)}
      mountOnEnter
      aria-label={intl.formatMessage({ id: "pingOneConnections.details" }, { name })}
    >
      {TABS.map((key) => (
        <Tab
          key={key}
          eventKey={key}
          title={
            <TabTitleText>
              <FormattedMessage id={`pingOneConnections.${key}`} />
            </TabTitleText>
          }
        >
          <div className="hanse-connection__tab">{content[key]}</div>
        </Tab>
      ))}
    </Tabs>
  );
}
