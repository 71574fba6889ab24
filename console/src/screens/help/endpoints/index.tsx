/** The window of one list of endpoints. It is outside the console, so that it stays open beside other work. */

import {
  EmptyState,
  EmptyStateBody,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  Title,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { endpointTitles, isEndpointKind } from "../../../features/endpoints.ts";
import { type EndpointKind, type EndpointList, readEndpoints } from "../../../platform/api/session.ts";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { NotFound } from "../../../platform/page/Fallback.tsx";
import { useUiSettings } from "../../../platform/page/uiSettings.ts";
import { SessionWatch } from "../../../platform/session/SessionWatch.tsx";
import { Copyable } from "../../../platform/ui/Copyable.tsx";
import { Loading } from "../../../platform/ui/Loading.tsx";
import "./endpoints.css";

export default function EndpointsWindow() {
  const { kind = "" } = useParams({ strict: false });
  const { settings } = useUiSettings();
  if (!isEndpointKind(kind)) return <NotFound />;
  return (
    <>
      <Endpoints kind={kind} consoleTitle={settings?.consoleTitle} />
      {settings && <SessionWatch timeout={settings.consoleSessionTimeoutInMilli} />}
    </>
  );
}

/** Names the page of the base URL, for administrators who cannot open it. */
const BASE_URL_SETTING = "federationInfo.baseUrl (PUT /serverSettings)";

export function Endpoints({ kind, consoleTitle }: { kind: EndpointKind; consoleTitle: string | undefined }) {
  const intl = useIntl();
  const { data, error, refetch } = useQuery({ queryKey: ["endpoints"], queryFn: readEndpoints });
  const title = intl.formatMessage(endpointTitles[kind]);
  useEffect(() => {
    document.title = `${title} · ${consoleTitle || intl.formatMessage({ id: "shell.product" })}`;
  }, [title, consoleTitle, intl]);

  return (
    <main className="hanse-endpoints">
      <header>
        <Title headingLevel="h1">{title}</Title>
        <p className="hanse-endpoints__description">
          <FormattedMessage id={`endpoints.${kind}`} />
        </p>
      </header>
      {data && <Listed kind={kind} list={data} />}
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!(data || error) && <Loading height="12rem" />}
    </main>
  );
}

type Address = EndpointList["addresses"][number];

const identifierOf = ({ origin, path }: Address) => origin + path;

function Listed({ kind, list }: { kind: EndpointKind; list: EndpointList }) {
  const intl = useIntl();
  const endpoints = list.endpoints.filter(({ kinds }) => kinds.includes(kind));
  const needsIssuer = endpoints.every(({ ofIssuer }) => ofIssuer);
  const addresses = list.addresses.filter(({ isIssuer }) => isIssuer || !needsIssuer);
  const [chosen, setChosen] = useState("");
  const address = addresses.find((one) => identifierOf(one) === chosen) ?? addresses[0];
  if (endpoints.length === 0) {
    return (
      <EmptyState headingLevel="h2" titleText={<FormattedMessage id="endpoints.none" />}>
        <EmptyStateBody>{intl.formatMessage({ id: "endpoints.noneBody" })}</EmptyStateBody>
      </EmptyState>
    );
  }
  if (!address) {
    return (
      <EmptyState headingLevel="h2" titleText={<FormattedMessage id="endpoints.noIssuer" />}>
        <EmptyStateBody>
          <FormattedMessage
            id="endpoints.noIssuerBody"
            values={{ setting: <code key="setting">{BASE_URL_SETTING}</code> }}
          />
        </EmptyStateBody>
      </EmptyState>
    );
  }
  return (
    <>
      {addresses.length > 1 && (
        <FormGroup
          className="hanse-endpoints__address"
          label={<FormattedMessage id="endpoints.address" />}
          fieldId="endpoints-address"
        >
          <FormSelect id="endpoints-address" value={identifierOf(address)} onChange={(_, value) => setChosen(value)}>
            {addresses.map((one) => (
              <FormSelectOption key={identifierOf(one)} value={identifierOf(one)} label={identifierOf(one)} />
            ))}
          </FormSelect>
          <FormHelperText>
            <HelperText>
              <HelperTextItem>{intl.formatMessage({ id: "endpoints.addressHelp" })}</HelperTextItem>
            </HelperText>
          </FormHelperText>
        </FormGroup>
      )}
      <ul className="hanse-endpoints__list" aria-label={intl.formatMessage(endpointTitles[kind])}>
        {endpoints.map(({ name, template, description, ofIssuer }) =>
          ofIssuer && !address.isIssuer ? null : (
            <li key={template}>
              <Title headingLevel="h2" size="md">
                {name}
              </Title>
              <Copyable what={name} value={urlOf(template, address)} />
              <p>{description}</p>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function urlOf(template: string, { origin, path }: Address): string {
  return template.replace("{origin}", origin).replace("{path}", path);
}
