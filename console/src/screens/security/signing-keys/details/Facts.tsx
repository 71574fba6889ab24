import { Label } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { algorithmOf } from "../../../../features/keys/certificate.ts";
import { message } from "../../../../messages.ts";
import { Copyable } from "../../../../platform/ui/Copyable.tsx";
import { utcDate } from "../../../../platform/ui/utcDate.ts";
import type { KeyPair } from "../api.ts";
import { Breakable } from "../Breakable.tsx";
import { RelativeDays } from "../RelativeDays.tsx";
import { Usages } from "../Usages.tsx";
import { inPairs, isSelfSigned } from "../view.ts";
import { FactList, type NamedFact, Section } from "./Section.tsx";

/** Bytes in pairs of digits, which may be broken between them. */
function Pairs({ what, value }: { what: string; value: string }) {
  const pairs = inPairs(value);
  return (
    <Copyable what={what} value={pairs}>
      <Breakable value={pairs} after=":" />
    </Copyable>
  );
}

/** What is known of a key pair, in cards; `rotation` is the one in which something can be done. */
export function Facts({ pair, now, rotation }: { pair: KeyPair; now: number; rotation: ReactNode }) {
  const intl = useIntl();
  return (
    <div className="hanse-keys__columns">
      <div className="hanse-keys__column">
        <Section title={message("signingKeys.certificate")}>
          <FactList facts={certificateFacts(pair, now, intl.formatMessage({ id: "signingKeys.serial" }))} />
        </Section>
        <Section title={message("signingKeys.fingerprints")}>
          <FactList
            facts={[
              [message("signingKeys.sha256"), <Pairs key="256" what="SHA-256" value={pair.sha256Fingerprint} />],
              [message("signingKeys.sha1"), <Pairs key="1" what="SHA-1" value={pair.sha1Fingerprint} />],
            ]}
          />
        </Section>
      </div>
      <div className="hanse-keys__column">
        <Section title={message("signingKeys.key")}>
          <FactList
            facts={[
              [message("signingKeys.algorithm"), algorithmOf(pair)],
              [
                message("signingKeys.provider"),
                <FormattedMessage key="provider" id={`signingKeys.${pair.cryptoProvider ?? "LOCAL"}`} />,
              ],
              [
                message("signingKeys.id"),
                <Copyable key="id" what={intl.formatMessage({ id: "signingKeys.id" })} value={pair.id} />,
              ],
            ]}
          />
        </Section>
        {rotation}
        <Section title={message("forms.usedBy")}>
          <Usages id={pair.id} />
        </Section>
      </div>
    </div>
  );
}

function certificateFacts(pair: KeyPair, now: number, serial: string): NamedFact[] {
  const names = pair.subjectAlternativeNames ?? [];
  return [
    [message("signingKeys.subject"), <Breakable key="subject" value={pair.subjectDN} after="," />],
    ...(names.length > 0
      ? [[message("signingKeys.alternativeNames"), <Names key="names" names={names} />] as const]
      : []),
    [
      message("signingKeys.issuer"),
      isSelfSigned(pair) ? <SelfSigned key="issuer" /> : <Breakable key="issuer" value={pair.issuerDN} after="," />,
    ],
    [message("signingKeys.serial"), <Copyable key="serial" what={serial} value={pair.serialNumber} />],
    [message("signingKeys.validFrom"), utcDate(pair.validFrom)],
    [message("signingKeys.validUntil"), <ValidUntil key="until" moment={pair.expires} now={now} />],
    [message("signingKeys.signature"), pair.signatureAlgorithm],
    [message("signingKeys.versionOf"), pair.version],
  ];
}

function ValidUntil({ moment, now }: { moment: string; now: number }) {
  return (
    <>
      {utcDate(moment)}
      <span className="hanse-keys__second">
        <RelativeDays moment={moment} now={now} />
      </span>
    </>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

function SelfSigned() {
  return (
    <Label isCompact variant="outline">
      <FormattedMessage id="signingKeys.selfSigned" />
    </Label>
  );
}
