/** A new key pair, made by the server. */

import { FormSection } from "@patternfly/react-core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { CryptoNotice } from "../../../../features/keys/CryptoNotice.tsx";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { paths } from "../../../../paths.ts";
import { ApiError } from "../../../../platform/api/errors.ts";
import { EditPage, type Loading } from "../../../../platform/forms/EditPage.tsx";
import { sortErrors } from "../../../../platform/forms/serverErrors.ts";
import { useMessages } from "../../../../platform/messages/Messages.tsx";
import { defaultsOf } from "../algorithms.ts";
import { algorithmsQuery, generateKeyPair, KEY_PAIRS } from "../api.ts";
import { emptyForm, fieldOf, type NewKeyForm, toNewKeyPair } from "./form.ts";
import { KeyFields } from "./KeyFields.tsx";
import { SubjectFields } from "./SubjectFields.tsx";
import "../signing-keys.css";

/** The type of the errors that the server found. */
const SERVER = "server";

export default function CreateKeyPair() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: algorithms, error, refetch } = useQuery(algorithmsQuery);
  const [now] = useState(() => Date.now());
  const form = useForm<NewKeyForm>({ values: emptyForm(defaultsOf(algorithms ?? [])) });
  const { errors, isDirty } = form.formState;

  const save = useMutation({
    mutationFn: (values: NewKeyForm) => generateKeyPair(toNewKeyPair(values)),
    onSuccess: ({ data: pair }) => {
      messages.success(intl.formatMessage({ id: "signingKeysCreate.created" }, { name: nameOf(pair) }));
      void client.invalidateQueries({ queryKey: KEY_PAIRS });
      void navigate({ to: paths.signingKey, params: { id: pair.id }, ignoreBlocker: true });
    },
    onError: (failure, sent) => {
      if (failure instanceof ApiError) mark(sent, failure);
    },
  });

  function mark(sent: NewKeyForm, failure: ApiError) {
    for (const [path, message] of sortErrors(failure, (one) => fieldOf(one, sent) !== undefined).fields) {
      const field = fieldOf(path, sent);
      if (field) form.setError(field.name, { type: SERVER, message: field.prefix + message });
    }
  }

  const loading: Loading = algorithms
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 8 };
  // What the server refused may have been mended elsewhere since, so that it can be tried again.
  const isWrong = Object.values(errors).some((each) => each?.type !== SERVER);

  return (
    <EditPage
      loading={loading}
      dirty={isDirty}
      saving={save.isPending}
      disabledReason={isWrong ? intl.formatMessage({ id: "forms.correct" }) : undefined}
      error={save.error}
      saveLabel={<FormattedMessage id="signingKeysCreate.create" />}
      cancelLeaves
      onSave={() => void form.handleSubmit((values) => save.mutate(values))()}
      onCancel={() => void navigate({ to: paths.signingKeys })}
    >
      <CryptoNotice />
      <FormSection title={<FormattedMessage id="signingKeysCreate.subject" />} titleElement="h2">
        <SubjectFields form={form} />
      </FormSection>
      <FormSection title={<FormattedMessage id="signingKeysCreate.key" />} titleElement="h2">
        <KeyFields form={form} algorithms={algorithms ?? []} now={now} />
      </FormSection>
    </EditPage>
  );
}
