/** The form at `…/add` and at `…/edit/{id}`. */

import AngleLeftIcon from "@patternfly/react-icons/dist/esm/icons/angle-left-icon";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { bind, TextAreaField, TextField } from "../../../../platform/forms/fields/fields.tsx";
import { type EntityForm, type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { createIssuer, ISSUERS, type Issuer, issuerQuery, type NewIssuer, replaceIssuer } from "../api.ts";
import "../virtual-issuers.css";

export default function IssuerFormPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  return id === undefined ? <IssuerForm /> : <EditIssuer key={id} id={id} />;
}

export function EditIssuer({ id }: { id: string }) {
  return <IssuerForm query={useQuery(issuerQuery(id))} />;
}

/** Creates an issuer, or changes the one that `query` reads, and returns to the list. */
export function IssuerForm({ query }: { query?: StoredQuery<Issuer> }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const isNew = query === undefined;
  const leave = () => void navigate({ to: paths.virtualIssuers, ignoreBlocker: true });
  const form = useEntityForm<Issuer, Values>({
    query,
    fields: LABELS.length,
    ...(query?.data && { queryKey: issuerQuery(query.data.data.id).queryKey }),
    toValues,
    missing,
    send: (values, etag, base) =>
      base ? replaceIssuer(base.id, toIssuer(values), etag) : createIssuer(toIssuer(values)),
    fieldAt: (path) => {
      const [name, label] = LABELS.find(([field]) => field === path) ?? [];
      return name && label && { name, label: intl.formatMessage(label) };
    },
    invalidates: ISSUERS,
    onSaved: leave,
  });
  return (
    <EditPage
      {...form.page}
      {...(form.stored && { breadcrumb: { last: form.stored.name } })}
      action={
        <Link to={paths.virtualIssuers} className="hanse-issuer__back">
          <AngleLeftIcon aria-hidden="true" />
          <FormattedMessage id="virtualIssuers.toList" />
        </Link>
      }
      cancelLabel={<FormattedMessage id="virtualIssuers.discard" />}
      cancelLeaves
      onCancel={leave}
    >
      <IssuerFields form={form} isNew={isNew} />
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          mine={toIssuer(form.values)}
          fields={LABELS.map(([name, label]) => ({ name, label: intl.formatMessage(label) }))}
        />
      )}
    </EditPage>
  );
}

/** Every field with its label, in the order of the form. */
const LABELS: readonly (readonly [keyof Values, Message])[] = [
  ["name", message("virtualIssuers.name")],
  ["id", message("virtualIssuers.id")],
  ["description", message("virtualIssuers.descriptionLabel")],
  ["host", message("virtualIssuers.host")],
  ["path", message("virtualIssuers.path")],
];

/** Identifiers are compared exactly: no automatic correction or capitalization. */
const LITERAL = { spellCheck: false, autoCapitalize: "none" } as const;

function IssuerFields({ form, isNew }: { form: EntityForm<Issuer, Values>; isNew: boolean }) {
  const { host, path } = form.values;
  const issuer = <code>{`https://${host.trim()}${path.trim()}`}</code>;
  return (
    <>
      <TextField {...bind(form, "name")} label={<FormattedMessage id="virtualIssuers.name" />} isRequired />
      <TextField
        {...bind(form, "id")}
        label={<FormattedMessage id="virtualIssuers.id" />}
        help={<FormattedMessage {...(isNew ? message("virtualIssuers.idHelp") : message("virtualIssuers.idFixed"))} />}
        {...(!isNew && { readOnlyVariant: "default" as const })}
        {...LITERAL}
      />
      <TextAreaField {...bind(form, "description")} label={<FormattedMessage id="virtualIssuers.descriptionLabel" />} />
      <div className="hanse-issuer__fields">
        <TextField
          {...bind(form, "host")}
          label={<FormattedMessage id="virtualIssuers.host" />}
          help={<FormattedMessage id="virtualIssuers.hostHelp" />}
          isRequired
          inputMode="url"
          {...LITERAL}
        />
        <TextField
          {...bind(form, "path")}
          label={<FormattedMessage id="virtualIssuers.path" />}
          help={<FormattedMessage id="virtualIssuers.pathHelp" />}
          inputMode="url"
          {...LITERAL}
        />
      </div>
      <p className="hanse-form__help hanse-issuer__identifier">
        {host.trim() !== "" && <FormattedMessage id="virtualIssuers.issuerIs" values={{ issuer }} />}
      </p>
    </>
  );
}

interface Values {
  name: string;
  id: string;
  description: string;
  host: string;
  path: string;
}

function toValues(stored: Issuer | undefined): Values {
  const { name = "", id = "", description, host = "", path } = stored ?? {};
  return { name, id, description: description ?? "", host, path: path ?? "" };
}

/** The request; the server creates a missing ID for a new issuer. */
function toIssuer({ name, id, description, host, path }: Values): NewIssuer {
  return {
    name: name.trim(),
    host: host.trim(),
    ...(id.trim() && { id: id.trim() }),
    ...(description.trim() && { description: description.trim() }),
    ...(path.trim() && { path: path.trim() }),
  };
}

/** The blank required fields. */
function missing(values: Values): (keyof Values)[] {
  return (["name", "host"] as const).filter((name) => values[name].trim() === "");
}
