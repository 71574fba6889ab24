import AngleLeftIcon from "@patternfly/react-icons/dist/esm/icons/angle-left-icon";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError } from "../../../../api/errors.ts";
import { etagOf } from "../../../../api/transport.ts";
import { useMessages } from "../../../../app/messages/Messages.tsx";
import { paths } from "../../../../app/paths.ts";
import { useAccess } from "../../../../forms/access.ts";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { sortErrors } from "../../../../forms/serverErrors.ts";
import { useSave } from "../../../../forms/useSave.ts";
import { message } from "../../../../messages.ts";
import { createIssuer, ISSUERS, type Issuer, replaceIssuer, type Stored } from "../api.ts";
import { IssuerFields, LABELS } from "./IssuerFields.tsx";
import { toIssuer, toValues, type Values } from "./values.ts";
import "../virtual-issuers.css";

interface IssuerFormProps {
  isNew: boolean;
  loading: Loading;
  /** Undefined for a new issuer, and while one is loading. */
  stored: Stored | undefined;
  /** What is stored now is to be edited instead. */
  onStored: (theirs: Stored) => void;
}

/** Makes an issuer or changes one, and leads back to the list. */
export function IssuerForm({ isNew, loading, stored, onStored }: IssuerFormProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const access = useAccess("ADMINISTRATOR");
  const form = useForm<Values>({ values: toValues(stored?.data) });
  const { isDirty, errors } = form.formState;
  const leave = () => void navigate({ to: paths.virtualIssuers, ignoreBlocker: true });

  const save = useSave<Values, Issuer>({
    send: async (values, etag) => {
      const issuer = toIssuer(values);
      try {
        return await (stored ? replaceIssuer(stored.data.id, issuer, etag) : createIssuer(issuer));
      } catch (failure) {
        if (failure instanceof ApiError) mark(failure);
        throw failure;
      }
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ISSUERS });
      messages.success();
      leave();
    },
  });

  function mark(failure: ApiError) {
    for (const [path, message] of sortErrors(failure, isField).fields) {
      form.setError(path as keyof Values, { message });
    }
  }

  const title = intl.formatMessage(isNew ? message("virtualIssuers.add") : message("virtualIssuers.edit"));
  return (
    <EditPage
      title={title}
      description={
        <FormattedMessage
          {...(isNew ? message("virtualIssuers.addDescription") : message("virtualIssuers.editDescription"))}
        />
      }
      breadcrumb={{ last: isNew ? title : (stored?.data.name ?? title) }}
      action={
        <Link to={paths.virtualIssuers} className="hanse-issuer__back">
          <AngleLeftIcon aria-hidden="true" />
          <FormattedMessage id="virtualIssuers.toList" />
        </Link>
      }
      loading={loading}
      access={access}
      dirty={isDirty}
      saving={save.saving}
      disabledReason={Object.keys(errors).length > 0 ? intl.formatMessage({ id: "forms.correct" }) : undefined}
      error={save.error}
      cancelLabel={<FormattedMessage id="virtualIssuers.discard" />}
      cancelLeaves
      onSave={() => void form.handleSubmit((values) => save.save(values, stored?.etag))()}
      onCancel={leave}
    >
      <IssuerFields form={form} isNew={isNew} />
      {save.conflict && (
        <ConflictDialog
          conflict={save.conflict}
          mine={toIssuer(form.getValues()) as Record<string, unknown>}
          fields={LABELS.map(([name, label]) => ({ name, label: intl.formatMessage(label) }))}
          saving={save.saving}
          onTakeTheirs={() => {
            const { conflict } = save;
            if (conflict) onStored({ data: conflict.current as Issuer, etag: etagOf(conflict.revision) });
            form.reset(toValues(conflict?.current as Issuer | undefined));
            save.dismiss();
          }}
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );
}

function isField(path: string): path is keyof Values {
  return LABELS.some(([name]) => name === path);
}
