import { ModalBody, ModalFooter } from "@patternfly/react-core";
import { Link } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../messages.ts";
import { paths } from "../paths.ts";
import type { UiSettings } from "../platform/api/session.ts";
import { trailTo } from "../platform/page/navigation.ts";
import { Fact, Facts } from "../platform/ui/Facts.tsx";
import { Modal } from "../platform/ui/Modal.tsx";
import { Seal } from "../platform/ui/Seal.tsx";

const TITLE_ID = "about-title";

/** The About dialog (specification 1, section 2). It links to the license if the administrator can open that page. */
export function About({ settings, onClose }: { settings: UiSettings; onClose: () => void }) {
  const intl = useIntl();
  const license = trailTo(settings.navTree, paths.license).at(-1)?.path;
  return (
    <Modal variant="small" titleId={TITLE_ID} onClose={onClose}>
      <ModalBody className="hanse-about">
        <Seal size="lg" />
        <h1 id={TITLE_ID}>{settings.consoleTitle || intl.formatMessage({ id: "shell.product" })}</h1>
        <p className="hanse-about__purpose">{intl.formatMessage({ id: "shell.openSource" })}</p>
        <Facts isHorizontal>
          <Fact term={message("shell.version")}>{settings.version}</Fact>
        </Facts>
        {settings.fipsmode && <p>{intl.formatMessage({ id: "shell.fips" })}</p>}
        {license && (
          <p>
            <Link to={license} onClick={onClose}>
              <FormattedMessage id="shell.license" />
            </Link>
          </p>
        )}
      </ModalBody>
      <ModalFooter>
        <small>
          <FormattedMessage id="shell.copyright" values={{ year: copyrightYear(import.meta.env.SOURCE_DATE_EPOCH) }} />
        </small>
      </ModalFooter>
    </Modal>
  );
}

/** The copyright year of a build without a release date (specification 1, section 9). */
const DEFAULT_YEAR = "2024";

/** The year of the release, from its SOURCE_DATE_EPOCH in seconds, as in reproducible builds. */
export function copyrightYear(epoch: string | undefined): string {
  if (!epoch || !/^\d{1,11}$/.test(epoch)) return DEFAULT_YEAR;
  return String(new Date(Number(epoch) * 1000).getUTCFullYear());
}
