import AngleLeftIcon from "@patternfly/react-icons/dist/esm/icons/angle-left-icon";
import { Link, useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../../paths.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { createIssuer, ISSUERS, type Issuer, issuerQuery, replaceIssuer } from "../api.ts";
import { IssuerFields, LABELS } from "./IssuerFields.tsx";
import { missing, toIssuer, toValues, type Values } from "./values.ts";
import "../virtual-issuers.css";

/** Creates an issuer, or changes the one that `query` reads, and leads back to the list. */
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
    check: (values) => new Map(missing(values).map((name) => [name, intl.formatMessage({ id: "forms.required" })])),
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
