/**
 * The shell of every form: what it shows while loading, when loading failed, to those who may only look, and why Save
 * cannot be used. All of it is required, so that no screen can forget a case.
 */

import { Button, Form } from "@patternfly/react-core";
import { type FormEvent, type ReactNode, useMemo } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { ApiError } from "../api/errors.ts";
import { type Access, useAccess } from "../page/pageInfo.ts";
import { ReadOnlyNotice } from "../page/ReadOnlyNotice.tsx";
import { Screen, type ScreenProps } from "../page/Screen.tsx";
import { FormSkeleton } from "./FormSection.tsx";
import "./forms.css";
import { message } from "../../messages.ts";
import { type Finding, LoadFailed, messageOf, Problem, requestIdOf } from "./LoadFailed.tsx";
import { UnsavedChanges } from "./UnsavedChanges.tsx";

/** How the form's content stands. `fields` is how many it will have, for the skeleton. */
export type Loading =
  | { kind: "loading"; fields: number }
  | { kind: "failed"; error: unknown; onRetry: () => void }
  | { kind: "loaded" };

type EditPageProps = EditFormProps & Omit<ScreenProps, "children">;

interface EditFormProps {
  loading: Loading;
  dirty: boolean;
  saving: boolean;
  /** Why Save cannot be used although something was changed; undefined when it can. */
  disabledReason: string | undefined;
  /** The failure of the last save; undefined when there was none. Field errors belong to the fields as well. */
  error: unknown;
  /** The findings to tell above the form; by default those of `error`. */
  findings?: readonly (string | Finding)[];
  onSave: () => void;
  /** Gives back what was. */
  onCancel: () => void;
  /** Cancel leads away from the form, so that it can be used before anything was changed. */
  cancelLeaves?: boolean;
  /** What giving back is called, where that is more than "Cancel". */
  cancelLabel?: ReactNode;
  children: ReactNode;
}

export function EditPage({ title, description, breadcrumb, action, ...form }: EditPageProps) {
  return (
    <Screen {...{ title, description, breadcrumb, action }}>
      <EditForm {...form} />
    </Screen>
  );
}

/** The form alone, for a screen that has more than a form. */
export function EditForm(props: EditFormProps) {
  const { loading, dirty } = props;
  const access = useAccess();
  return (
    <>
      {loading.kind === "loading" && <FormSkeleton fields={loading.fields} />}
      {loading.kind === "failed" && <LoadFailed {...loading} />}
      {loading.kind === "loaded" && <LoadedForm {...props} access={access} />}
      <UnsavedChanges dirty={dirty && access === "editable"} />
    </>
  );
}

function LoadedForm(props: EditFormProps & { access: Access }) {
  const { access, dirty, saving, disabledReason, error, findings, onSave, onCancel, cancelLeaves, children } = props;
  const intl = useIntl();
  const standstill = reasonOf(props);
  const reason = standstill && intl.formatMessage(standstill);
  // The same list as long as the error is: every new one takes the focus.
  const told = useMemo(() => (findings?.length ? findings : findingsOf(error, intl)), [findings, error, intl]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason && !disabledReason) onSave();
  }

  return (
    <>
      {error !== undefined && error !== null && (
        <Problem
          title={intl.formatMessage({ id: "forms.saveFailed" })}
          findings={told}
          requestId={requestIdOf(error)}
        />
      )}
      {/* The read-only notice comes first, so that readers of a long form see it. */}
      {access !== "editable" && (
        <p className="hanse-form__reason hanse-form__read-only">
          <ReadOnlyNotice />
        </p>
      )}
      <Form className="hanse-form" onSubmit={submit} noValidate>
        {/* One switch for every field: what may not be changed cannot be typed into. */}
        <fieldset disabled={access !== "editable"}>{children}</fieldset>
        {access === "editable" && (
          <div className="hanse-form__actions">
            <Button
              type="submit"
              isAriaDisabled={Boolean(reason ?? disabledReason)}
              isLoading={saving}
              aria-describedby="save-reason"
            >
              <FormattedMessage id="forms.save" />
            </Button>
            <Button variant="secondary" onClick={onCancel} isDisabled={!(dirty || cancelLeaves) || saving}>
              {props.cancelLabel ?? <FormattedMessage id="forms.cancel" />}
            </Button>
            <span id="save-reason" className="hanse-form__reason">
              {reason ?? disabledReason}
            </span>
          </div>
        )}
      </Form>
    </>
  );
}

function reasonOf({ saving, dirty }: EditFormProps) {
  if (saving) return message("forms.saving");
  return dirty ? undefined : message("forms.unchanged");
}

function findingsOf(error: unknown, intl: IntlShape): string[] {
  if (error instanceof ApiError && error.validationErrors.length > 0) {
    return error.validationErrors.map(({ message }) => message);
  }
  return [messageOf(error, intl)];
}
