/**
 * The shell of every form: what it shows while loading, after a load failure, and to readers, and why Save is disabled.
 * All properties are required, so that no screen can forget a case.
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

/** The loading state of the form. `fields` is the number of fields in the skeleton. */
export type Loading =
  | { kind: "loading"; fields: number }
  | { kind: "failed"; error: unknown; onRetry: () => void }
  | { kind: "loaded" };

type EditPageProps = EditFormProps & Omit<ScreenProps, "children">;

interface EditFormProps {
  loading: Loading;
  dirty: boolean;
  saving: boolean;
  /** The reason why Save is disabled despite changes; undefined if it is enabled. */
  disabledReason: string | undefined;
  /** The error of the last save; undefined if there was none. Field errors are also shown at their fields. */
  error: unknown;
  /** The findings in the summary above the form; by default those of `error`. */
  findings?: readonly (string | Finding)[];
  onSave: () => void;
  /** Reverts the changes. */
  onCancel: () => void;
  /** Cancel leaves the form, so it is enabled without changes. */
  cancelLeaves?: boolean;
  /** The label of the revert button, if it does more than "Cancel". */
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

/** The form alone, for a screen that contains more than a form. */
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
  // The list keeps its identity as long as the error does: every new list takes the focus.
  const listed = useMemo(() => (findings?.length ? findings : findingsOf(error, intl)), [findings, error, intl]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason && !disabledReason) onSave();
  }

  return (
    <>
      {error !== undefined && error !== null && (
        <Problem
          title={intl.formatMessage({ id: "forms.saveFailed" })}
          findings={listed}
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
        {/* One switch for every field: read-only fields cannot be edited. */}
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
