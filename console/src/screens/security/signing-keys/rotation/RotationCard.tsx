import { Button } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { algorithmOf } from "../../../../forms/keys/certificate.ts";
import { utcDay } from "../../../../ui/utcDate.ts";
import type { KeyPair } from "../api.ts";
import { FactList, Section } from "../details/Section.tsx";
import type { KeyMenuProps } from "../KeyMenu.tsx";
import { isSelfSigned } from "../view.ts";
import { beforeEnd } from "./form.ts";
import { rotationText as text } from "./text.ts";

/** Whether and when the server renews a key pair, and the ways to change that. */
export function RotationCard({ pair, mayChange, onTask }: KeyMenuProps) {
  const settings = pair.rotationSettings;
  return (
    <Section title={text.rotation}>
      {settings ? (
        <Facts pair={pair} />
      ) : (
        <p className="hanse-keys__quiet">
          <FormattedMessage {...(isSelfSigned(pair) ? text.none : text.notSelfSigned)} />
        </p>
      )}
      {mayChange && isSelfSigned(pair) && (
        <div className="hanse-keys__actions hanse-keys__actions--card">
          <Button variant="secondary" size="sm" onClick={() => onTask("rotation", pair)}>
            <FormattedMessage {...(settings ? text.edit : text.setUp)} />
          </Button>
          {settings && (
            <Button variant="link" size="sm" isDanger onClick={() => onTask("stopRotation", pair)}>
              <FormattedMessage {...text.stop} />
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
        [text.madeOn, utcDay(beforeEnd(pair, creationBufferDays) ?? "")],
        [text.signsOn, utcDay(beforeEnd(pair, activationBufferDays) ?? "")],
        [text.lasting, <FormattedMessage key="days" {...text.days} values={{ count: validDays }} />],
        [
          text.nextKey,
          <span key="key">
            {keyAlgorithm && keySize && algorithmOf({ keyAlgorithm, keySize })}
            <span className="hanse-keys__second">{signatureAlgorithm}</span>
          </span>,
        ],
      ]}
    />
  );
}
