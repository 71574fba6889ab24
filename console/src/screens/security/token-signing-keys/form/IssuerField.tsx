import { Button, FormGroup, FormHelperText, HelperText, HelperTextItem, Label } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Issuer, useIssuers } from "../../../../features/references/useByIds.ts";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { ServerChoice } from "../../../../platform/choice/ServerChoice.tsx";
import { Alert } from "../../../../platform/ui/Alert.tsx";
import { Loading } from "../../../../platform/ui/Loading.tsx";
import { issuerCountQuery, readFreeIssuers } from "../api.ts";

interface IssuerFieldProps {
  /** The ID of the key set, whose own issuers are offered as well. */
  keySet: string;
  /** The stored issuers, whose names must be loaded. */
  stored: readonly string[];
  chosen: readonly string[];
  /** Errors by issuer; "" for all of them. */
  errors: ReadonlyMap<string, string>;
  readOnly: boolean;
  onChange: (issuers: string[]) => void;
}

/** The ID of the control, which takes the focus after an error. */
export const ISSUER_FIELD = "key-set-issuers";
const SHOWN = 12;

/** The issuers of a key set: the chosen ones as labels, and a choice among all that no other key set uses. */
export function IssuerField({ keySet, stored, chosen, errors, readOnly, onChange }: IssuerFieldProps) {
  const intl = useIntl();
  const { data: count } = useQuery(issuerCountQuery);
  const known = useIssuers(stored);
  const [picked, setPicked] = useState<ReadonlyMap<string, Issuer>>(new Map());
  const nameOf = (id: string) => (picked.get(id) ?? known?.get(id))?.name ?? id;
  const remove = (id: string) => onChange(chosen.filter((one) => one !== id));

  function toggle(issuer: Issuer | undefined) {
    const id = issuer?.id;
    if (!issuer || !id) return;
    setPicked(new Map(picked).set(id, issuer));
    if (chosen.includes(id)) remove(id);
    else onChange([...chosen, id]);
  }

  const messages = [...errors].map(([id, message]) =>
    id === "" ? message : intl.formatMessage({ id: "forms.finding" }, { field: nameOf(id), message }),
  );
  return (
    <FormGroup
      role="group"
      fieldId={ISSUER_FIELD}
      label={<FormattedMessage id="tokenSigningKeys.issuers" />}
      isRequired={!readOnly}
      className="hanse-keyset__issuers"
    >
      {count === 0 && !readOnly && <NoIssuers />}
      {known === undefined ? (
        <Loading width="14rem" />
      ) : (
        <Chosen ids={chosen} wrong={errors} nameOf={nameOf} {...(!readOnly && { onRemove: remove })} />
      )}
      {!readOnly && (
        <div className="hanse-keyset__choice">
          <ServerChoice
            id={ISSUER_FIELD}
            label={intl.formatMessage({ id: "tokenSigningKeys.issuers" })}
            multiple
            source={{
              key: ["freeIssuers", keySet],
              read: (query) => readFreeIssuers(keySet, query),
              idOf: (issuer: Issuer) => issuer.id ?? "",
              show: (issuer: Issuer) => ({ name: issuer.name, description: `${issuer.host}${issuer.path ?? ""}` }),
            }}
            selected={chosen}
            searchLabel={intl.formatMessage({ id: "tokenSigningKeys.searchIssuers" })}
            empty={
              <FormattedMessage
                {...(count === 0 ? message("tokenSigningKeys.noIssuers") : message("tokenSigningKeys.noneLeft"))}
              />
            }
            invalid={messages.length > 0}
            describedBy={`${ISSUER_FIELD}-help`}
            onPick={toggle}
          >
            <FormattedMessage id="tokenSigningKeys.chosen" values={{ count: chosen.length }} />
          </ServerChoice>
        </div>
      )}
      {!readOnly && (
        <FormHelperText>
          <HelperText id={`${ISSUER_FIELD}-help`}>
            {messages.map((message) => (
              <HelperTextItem key={message} variant="error">
                {message}
              </HelperTextItem>
            ))}
            {messages.length === 0 && (
              <HelperTextItem>{intl.formatMessage({ id: "tokenSigningKeys.issuersHelp" })}</HelperTextItem>
            )}
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}

interface ChosenProps {
  ids: readonly string[];
  wrong: ReadonlyMap<string, string>;
  nameOf: (id: string) => string;
  onRemove?: (id: string) => void;
}

/** The chosen issuers. A button shows long lists in full, which then scroll. */
function Chosen({ ids, wrong, nameOf, onRemove }: ChosenProps) {
  const intl = useIntl();
  const [all, setAll] = useState(false);
  if (ids.length === 0) return null;
  const shown = all ? ids : ids.slice(0, SHOWN);
  return (
    <div className="hanse-keyset__chosen">
      <ul className="hanse-keyset__labels" aria-label={intl.formatMessage({ id: "tokenSigningKeys.chosenIssuers" })}>
        {shown.map((id) => (
          <li key={id}>
            <Label
              variant="outline"
              {...(wrong.has(id) && { status: "danger" as const })}
              {...(onRemove && {
                onClose: () => onRemove(id),
                closeBtnAriaLabel: intl.formatMessage({ id: "tokenSigningKeys.remove" }, { name: nameOf(id) }),
              })}
            >
              {nameOf(id)}
            </Label>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN && (
        <Button variant="link" isInline onClick={() => setAll(!all)}>
          <FormattedMessage
            {...(all ? message("tokenSigningKeys.showFewer") : message("tokenSigningKeys.showAll"))}
            values={{ count: ids.length }}
          />
        </Button>
      )}
    </div>
  );
}

/** Explains how to continue if no issuer can be chosen. */
function NoIssuers() {
  return (
    <Alert variant="info" title={<FormattedMessage id="tokenSigningKeys.noIssuers" />}>
      <FormattedMessage
        id="tokenSigningKeys.noIssuersBody"
        values={{
          link: (
            <Link to={paths.virtualIssuers}>
              <FormattedMessage id="tokenSigningKeys.virtualIssuers" />
            </Link>
          ),
        }}
      />
    </Alert>
  );
}
