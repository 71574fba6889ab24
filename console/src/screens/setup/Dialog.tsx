import { Button, Title } from "@patternfly/react-core";
import QuestionIcon from "@patternfly/react-icons/dist/esm/icons/outlined-question-circle-icon";
import TimesIcon from "@patternfly/react-icons/dist/esm/icons/times-icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Seal } from "../../platform/ui/Seal.tsx";
import type { SetupInfo } from "./api.ts";

interface DialogProps {
  /** Undefined until the server has told. */
  info: SetupInfo | undefined;
  /** Undefined where there is nothing to close, or where closing would leave work half done. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/**
 * The dialog of the setup, on a page that has nothing else. So it holds the focus without a trap; and Esc does not
 * close it, since what was entered would be lost to a key that also closes a browser's suggestions.
 */
export function Dialog({ info, onClose, children }: DialogProps) {
  const intl = useIntl();
  const product = productOf(info) ?? intl.formatMessage({ id: "setup.product" });
  const { version, environment } = info ?? {};
  const help = info?.helpBaseUrl;
  return (
    <main className="hanse-setup">
      <div role="dialog" aria-labelledby="setup-title" className="hanse-setup__dialog">
        <header className="hanse-setup__header">
          <Seal size="lg" />
          <div className="hanse-setup__name">
            <Title headingLevel="h1" size="xl" id="setup-title">
              <FormattedMessage id="setup.dialogTitle" values={{ product }} />
            </Title>
            {version && (
              <small>
                <FormattedMessage
                  {...(environment ? message("setup.versionAndEnvironment") : message("setup.version"))}
                  values={{ version, environment }}
                />
              </small>
            )}
          </div>
          {help && /^(https?:\/\/|\/(?!\/))/i.test(help) && (
            <Button
              variant="plain"
              component="a"
              href={help}
              target="_blank"
              rel="noreferrer"
              aria-label={intl.formatMessage({ id: "setup.help" })}
              icon={<QuestionIcon />}
            />
          )}
          {onClose && (
            <Button
              variant="plain"
              aria-label={intl.formatMessage({ id: "setup.close" })}
              icon={<TimesIcon />}
              onClick={onClose}
            />
          )}
        </header>
        {children}
      </div>
    </main>
  );
}

/** What the console is called; undefined when the server gave it no name of its own. */
export function productOf(info: SetupInfo | undefined): string | undefined {
  return info?.consoleTitle?.trim() || undefined;
}
