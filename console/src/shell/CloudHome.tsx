import { Button, Tooltip } from "@patternfly/react-core";
import HomeIcon from "@patternfly/react-icons/dist/esm/icons/home-icon";
import { FormattedMessage, useIntl } from "react-intl";

/**
 * The home button, which opens the cloud identity service's administrative console. It is shown if region and
 * environment are both configured (specification 3, section 2.2); the region is the service's top-level domain.
 */
export function CloudHome({ region, environment }: { region: string; environment: string }) {
  const intl = useIntl();
  return (
    <Tooltip
      aria="none"
      appendTo={() => document.querySelector("header") ?? document.body}
      content={<FormattedMessage id="shell.cloudHome" />}
    >
      <Button
        component="a"
        variant="plain"
        href={`https://console.pingone.${region}/?env=${encodeURIComponent(environment)}`}
        target="_blank"
        rel="noreferrer"
        icon={<HomeIcon />}
        aria-label={intl.formatMessage({ id: "shell.cloudHome" })}
      />
    </Tooltip>
  );
}
