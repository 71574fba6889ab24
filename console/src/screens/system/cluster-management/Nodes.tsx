import { Tab, Tabs, TabTitleText } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import type { Status } from "./api.ts";
import { ConsoleTable, NodeTable } from "./NodeTable.tsx";
import { Summary } from "./Summary.tsx";
import { activeNodes, consoles } from "./view.ts";

/** One table, or two behind tabs where there are several consoles. */
export function Nodes({ status, tabbed, mayRemove }: { status: Status; tabbed: boolean; mayRemove: boolean }) {
  const intl = useIntl();
  const [tab, setTab] = useState<"activeNodes" | "adminConsoles">("activeNodes");
  const here = status.nodes.find(({ index }) => index === status.currentNodeIndex);
  const active = activeNodes(status);
  const label = (name: "activeNodes" | "adminConsoles" | "nodes" | "tabs") =>
    intl.formatMessage({ id: `clusterManagement.${name}` });
  const shared = { here, mayRemove };
  const table = <NodeTable nodes={active} {...shared} label={label(tabbed ? "activeNodes" : "nodes")} />;
  if (!tabbed) {
    return (
      <div>
        <Summary nodes={active} />
        {table}
      </div>
    );
  }
  const standing = consoles(status);
  return (
    <Tabs
      id="cluster"
      aria-label={label("tabs")}
      activeKey={tab}
      onSelect={(_, chosen) => setTab(chosen as typeof tab)}
      mountOnEnter
    >
      <Tab eventKey="activeNodes" title={<Title message={message("clusterManagement.activeNodes")} />}>
        <Summary nodes={active} />
        {table}
      </Tab>
      <Tab eventKey="adminConsoles" title={<Title message={message("clusterManagement.adminConsoles")} />}>
        <Summary nodes={standing} />
        <ConsoleTable nodes={standing} {...shared} label={label("adminConsoles")} />
      </Tab>
    </Tabs>
  );
}

function Title({ message: title }: { message: Message }) {
  return (
    <TabTitleText>
      <FormattedMessage {...title} />
    </TabTitleText>
  );
}
