import { Button } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { algorithmOf } from "../../../../features/keys/certificate.ts";
import { message } from "../../../../messages.ts";
import { utcDay } from "../../../../platform/ui/utcDate.ts";
import type { KeyPair } from "../api.ts";
import { FactList, Section } from "../details/Section.tsx";
import type { KeyMenuProps } from "../KeyMenu.tsx";
import { isSelfSigned } from "../view.ts";
import { beforeEnd } from "./form.ts";

/** Whether and when the server renews a key pair, and the ways to change that. */
export function RotationCard({ pair, mayChange, onTask }: KeyMenuProps) {
  const settings = pair.rotationSettings;
  return (
    <Section title={message("signingKeysRotation.rotation")}>
      {settings ? (
        <Facts pair={pair} />
      ) : (
        <p className="hanse-keys__quiet">
          <FormattedMessage
            {...(isSelfSigned(pair)
              ? message("signingKeysRotation.none")
              : message("signingKeysRotation.notSelfSigned"))}
          />
        </p>
      )}
      {mayChange && isSelfSigned(pair) && (
        <div className="hanse-keys__actions hanse-keys__actions--card">
          <Button variant="secondary" size="sm" onClick={() => onTask("rotation", pair)}>
            <FormattedMessage
              {...(settings ? message("signingKeysRotation.edit") : message("signingKeysRotation.setUp"))}
            />
          </Button>
          {settings && (
            <Button variant="link" size="sm" isDanger onClick={() => onTask("stopRotation", pair)}>
              <FormattedMessage id="signingKeysRotation.stop" />
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

function Facts({ pair }: { pair: KeyPair }) {
  const settings = pair.rotationSettings;
  if (!settings) return null;
  const { creationBufferDays, activationBufferDays, validDays, keyAlgorithm, keySize, signatureAlgorithm } = settings;
  return (
    <FactList
      facts={[
        [message("signingKeysRotation.madeOn"), utcDay(beforeEnd(pair, creationBufferDays) ?? "")],
        [message("signingKeysRotation.signsOn"), utcDay(beforeEnd(pair, activationBufferDays) ?? "")],
        [
          message("signingKeysRotation.lasting"),
          <FormattedMessage key="days" id="signingKeysRotation.days" values={{ count: validDays }} />,
        ],
        [
          message("signingKeysRotation.nextKey"),
          <span key="key">
            {keyAlgorithm && keySize && algorithmOf({ keyAlgorithm, keySize })}
            <span className="hanse-keys__second">{signatureAlgorithm}</span>
          </span>,
        ],
      ]}
    />
  );
}
