import {
  AboutModal,
  Content,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import type { UiSettings } from "../../api/session.ts";
import { trailTo } from "../navigation.ts";
import { paths } from "../paths.ts";
import { shellText as text } from "./text.ts";

/** The year when the server names none (specification 1, section 9). */
const DEFAULT_YEAR = 2024;

/** The About dialog (specification 1, section 2). The licence link is there when this person can open the page. */
export function About({ settings, onClose }: { settings: UiSettings; onClose: () => void }) {
  const intl = useIntl();
  const license = trailTo(settings.navTree, paths.license).at(-1)?.path;
  return (
    <AboutModal
      isOpen
      onClose={onClose}
      className="hanse-about"
      productName={settings.consoleTitle || intl.formatMessage(text.product)}
      brandImageSrc="/seal.svg"
      brandImageAlt=""
      closeButtonAriaLabel={intl.formatMessage(text.closeAbout)}
      trademark={intl.formatMessage(text.copyright, { year: String(settings.copyrightYear ?? DEFAULT_YEAR) })}
    >
      <Content>
        <p>
          <FormattedMessage {...text.openSource} />
        </p>
        <DescriptionList isHorizontal isCompact>
          <DescriptionListGroup>
            <DescriptionListTerm>
              <FormattedMessage {...text.version} />
            </DescriptionListTerm>
            <DescriptionListDescription>{settings.version}</DescriptionListDescription>
          </DescriptionListGroup>
        </DescriptionList>
        {settings.fipsmode && (
          <p>
            <FormattedMessage {...text.fips} />
          </p>
        )}
        {license && (
          <p>
            <Link to={license} onClick={onClose}>
              <FormattedMessage {...text.license} />
            </Link>
          </p>
        )}
      </Content>
    </AboutModal>
  );
}
