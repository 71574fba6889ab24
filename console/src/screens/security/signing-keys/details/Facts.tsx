import {
  Card,
  CardBody,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Label,
} from "@patternfly/react-core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../../../catalogue.ts";
import { algorithmOf } from "../../../../forms/keys/certificate.ts";
import { Copyable } from "../../../../ui/Copyable.tsx";
import { utcDate } from "../../../../ui/utcDate.ts";
import type { KeyPair } from "../api.ts";
import { Breakable } from "../Breakable.tsx";
import { RelativeDays } from "../RelativeDays.tsx";
import { signingKeysText as text } from "../text.ts";
import { Usages } from "../Usages.tsx";
import { inPairs, isSelfSigned } from "../view.ts";

type Fact = readonly [term: Message, value: ReactNode];

/** Bytes in pairs of digits, which may be broken between them. */
function Pairs({ what, value }: { what: string; value: string }) {
  const pairs = inPairs(value);
  return (
    <Copyable what={what} value={pairs}>
      <Breakable value={pairs} after=":" />
    </Copyable>
  );
}

/** What is known of a key pair, in cards. */
export function Facts({ pair, now }: { pair: KeyPair; now: number }) {
  const intl = useIntl();
  return (
    <div className="hanse-keys__columns">
      <div className="hanse-keys__column">
        <Section title={text.certificate}>
          <List facts={certificateFacts(pair, now, intl.formatMessage(text.serial))} />
        </Section>
        <Section title={text.fingerprints}>
          <List
            facts={[
              [text.sha256, <Pairs key="256" what="SHA-256" value={pair.sha256Fingerprint} />],
              [text.sha1, <Pairs key="1" what="SHA-1" value={pair.sha1Fingerprint} />],
            ]}
          />
        </Section>
      </div>
      <div className="hanse-keys__column">
        <Section title={text.key}>
          <List
            facts={[
              [text.algorithm, algorithmOf(pair)],
              [text.provider, <FormattedMessage key="provider" {...text[pair.cryptoProvider]} />],
              [text.id, <IdOf key="id" id={pair.id} />],
            ]}
          />
        </Section>
        <Section title={text.usedBy}>
          <Usages id={pair.id} />
        </Section>
      </div>
    </div>
  );
}

function certificateFacts(pair: KeyPair, now: number, serial: string): Fact[] {
  const names = pair.subjectAlternativeNames ?? [];
  return [
    [text.subject, <Breakable key="subject" value={pair.subjectDN} after="," />],
    ...(names.length > 0 ? [[text.alternativeNames, <Names key="names" names={names} />] as const] : []),
    [
      text.issuer,
      isSelfSigned(pair) ? <SelfSigned key="issuer" /> : <Breakable key="issuer" value={pair.issuerDN} after="," />,
    ],
    [text.serial, <Pairs key="serial" what={serial} value={pair.serialNumber} />],
    [text.validFrom, utcDate(pair.validFrom)],
    [
      text.validUntil,
      <span key="until">
        {utcDate(pair.expires)}
        <span className="hanse-keys__second">
          <RelativeDays moment={pair.expires} now={now} />
        </span>
      </span>,
    ],
    [text.signature, pair.signatureAlgorithm],
    [text.versionOf, pair.version],
  ];
}

function Section({ title, children }: { title: Message; children: ReactNode }) {
  return (
    <Card component="section">
      <CardTitle component="h2">
        <FormattedMessage {...title} />
      </CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  );
}

function List({ facts }: { facts: readonly Fact[] }) {
  return (
    <DescriptionList className="hanse-keys__facts" isCompact isHorizontal>
      {facts.map(([term, value]) => (
        <DescriptionListGroup key={term.id}>
          <DescriptionListTerm>
            <FormattedMessage {...term} />
          </DescriptionListTerm>
          <DescriptionListDescription>{value}</DescriptionListDescription>
        </DescriptionListGroup>
      ))}
    </DescriptionList>
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
      <FormattedMessage {...text.selfSigned} />
    </Label>
  );
}

function IdOf({ id }: { id: string }) {
  const intl = useIntl();
  return <Copyable what={intl.formatMessage(text.id)} value={id} />;
}
