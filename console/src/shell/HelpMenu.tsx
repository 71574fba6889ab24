import { DropdownItem } from "@patternfly/react-core";
import QuestionCircleIcon from "@patternfly/react-icons/dist/esm/icons/question-circle-icon";
import { skipToken, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ENDPOINT_KINDS, endpointTitles, isEndpointKind, openEndpoints } from "../features/endpoints.ts";
import type { UiSettings } from "../platform/api/session.ts";
import { helpLinkKey } from "../platform/page/uiSettings.ts";
import { IconMenu } from "../platform/ui/IconMenu.tsx";

const About = lazy(() => import("./About.tsx").then(({ About: component }) => ({ default: component })));

/** The entry of documentationUrls that the help menu opens (specification 3, section 2.2). */
const MAIN_DOCUMENTATION = "main-menu";

interface HelpMenuProps {
  settings: UiSettings | undefined;
  /** Starts the guided tour; only where there is one. */
  onTour: (() => void) | undefined;
}

export function HelpMenu({ settings, onTour }: HelpMenuProps) {
  const intl = useIntl();
  const [about, setAbout] = useState(false);
  const { data: ofPage } = useQuery({ queryKey: helpLinkKey, queryFn: skipToken, initialData: "" });
  const documentation = ofPage || settings?.documentationUrls?.[MAIN_DOCUMENTATION];
  return (
    <>
      <IconMenu
        label={intl.formatMessage({ id: "shell.help" })}
        icon={<QuestionCircleIcon />}
        tourAnchor="help"
        onSelect={(value) => {
          setAbout(value === "about");
          if (value === "tour") onTour?.();
          if (isEndpointKind(value)) openEndpoints(value);
        }}
      >
        {documentation && (
          <DropdownItem value="documentation" to={documentation} target="_blank" rel="noreferrer" isExternalLink>
            <FormattedMessage id="shell.documentation" />
          </DropdownItem>
        )}
        {ENDPOINT_KINDS.map((kind) => (
          <DropdownItem key={kind} value={kind}>
            <FormattedMessage {...endpointTitles[kind]} />
          </DropdownItem>
        ))}
        <DropdownItem value="about" isDisabled={!settings}>
          <FormattedMessage id="shell.about" />
        </DropdownItem>
        {onTour && (
          <DropdownItem value="tour">
            <FormattedMessage id="shell.tour" />
          </DropdownItem>
        )}
      </IconMenu>
      {about && settings && (
        <Suspense>
          <About settings={settings} onClose={() => setAbout(false)} />
        </Suspense>
      )}
    </>
  );
}
