/** The page of a form about authorization details: it leads back to where one came from, saved or not. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { type Access, EditPage, type Loading } from "../../../forms/EditPage.tsx";
import type { Message } from "../../../messages.ts";
import { refresh } from "./api.ts";
import { to } from "./places.ts";

/** The way back to a list, and what is done before when something was saved. */
export function useWayBack(list: "" | "processors"): { leave: () => void; onSaved: () => void } {
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = (saved = false) => void navigate({ ...to(list), ignoreBlocker: saved });
  return {
    leave: () => leave(),
    onSaved: () => {
      refresh(client);
      messages.success();
      leave(true);
    },
  };
}

interface DetailPageProps {
  title: string;
  description: Message;
  loading: Loading;
  access: Access;
  /** How the form stands. */
  form: {
    dirty: boolean;
    saving: boolean;
    knownWrong: boolean;
    error: unknown;
    findings: readonly string[];
    save: () => void;
  };
  onCancel: () => void;
  children: ReactNode;
}

export function DetailPage({ title, description, form, children, ...rest }: DetailPageProps) {
  const intl = useIntl();
  return (
    <EditPage
      {...rest}
      title={title}
      description={<FormattedMessage {...description} />}
      breadcrumb={{ last: title }}
      dirty={form.dirty}
      saving={form.saving}
      disabledReason={form.knownWrong ? intl.formatMessage({ id: "forms.correct" }) : undefined}
      error={form.error}
      findings={form.findings}
      onSave={form.save}
      cancelLeaves
    >
      {children}
    </EditPage>
  );
}
