import { EmptyState, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import ServerIcon from "@patternfly/react-icons/dist/esm/icons/server-icon";
import { FormattedMessage } from "react-intl";
import { useUiSettings } from "../../../platform/page/uiSettings.ts";
import { NewTabLink } from "../../../platform/ui/NewTabLink.tsx";

const COMMANDS = ["console", "engine"].map((mode) => `hanse serve --mode ${mode} --database postgresql://…`);

/** A server without a cluster: why there is nothing here, and how there would be something. */
export function Standalone() {
  const { settings } = useUiSettings();
  const guide = settings?.documentationUrls["server-clustering-guide"];
  return (
    <EmptyState icon={ServerIcon} headingLevel="h2" titleText={<FormattedMessage id="clusterManagement.alone" />}>
      <EmptyStateBody>
        <div className="hanse-cluster__alone">
          <p>
            <FormattedMessage id="clusterManagement.aloneBody" />
          </p>
          <p>
            <FormattedMessage id="clusterManagement.aloneCommands" />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
          <pre tabIndex={0}>
            <code>{COMMANDS.join("\n")}</code>
          </pre>
        </div>
      </EmptyStateBody>
      {guide && (
        <EmptyStateFooter>
          <NewTabLink to={guide}>
            <FormattedMessage id="clusterManagement.guide" />
          </NewTabLink>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
