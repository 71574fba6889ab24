import { Checkbox, FormGroup, TextArea, TextInput } from "@patternfly/react-core";
import { lazy, Suspense, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Choices } from "../../../../forms/scopes/useAvailable.ts";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { uiText } from "../../../../ui/text.ts";
import { choicesQuery, PAGE_SIZE } from "../api.ts";
import type { Collection } from "../collections.ts";
import { scopesText } from "../text.ts";
import { scopeFormText as text } from "./text.ts";
import { inputId, type ScopeForm } from "./useScopeForm.ts";

// Dragging is a good part of the bytes, and scopes have nothing to drag.
const ScopePicker = lazy(async () => ({
  default: (await import("../../../../forms/scopes/ScopePicker.tsx")).ScopePicker,
}));

const LONGEST_NAME = 256;

interface ScopeFieldsProps {
  form: ScopeForm;
  collection: Collection;
  isNew: boolean;
  readOnly: boolean;
}

export function ScopeFields({ form, collection, isNew, readOnly }: ScopeFieldsProps) {
  const intl = useIntl();
  const { values, errors, change } = form;
  const choices = useMemo<Choices>(
    () => ({
      pageSize: PAGE_SIZE,
      page: (client, filter, page) => client.fetchQuery(choicesQuery(collection, filter, page)),
    }),
    [collection],
  );
  const nameHelp = isNew ? (values.dynamic ? text.dynamicNameHelp : text.nameHelp) : text.nameStays;
  return (
    <>
      <FormGroup label={<FormattedMessage {...scopesText.name} />} fieldId={inputId("name")} isRequired>
        <TextInput
          id={inputId("name")}
          value={values.name}
          onChange={(_, name) => change({ name })}
          isRequired
          maxLength={LONGEST_NAME}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(!isNew && { readOnlyVariant: "default" as const })}
          validated={errors.has("name") ? "error" : "default"}
          aria-invalid={errors.has("name")}
          aria-describedby="scope-name-help"
        />
        <FieldHelp id="scope-name-help" error={errors.get("name")}>
          <FormattedMessage {...nameHelp} />
        </FieldHelp>
      </FormGroup>
      <FormGroup
        label={<FormattedMessage {...scopesText.entryDescription} />}
        fieldId={inputId("description")}
        isRequired
      >
        <TextArea
          id={inputId("description")}
          value={values.description}
          onChange={(_, description) => change({ description })}
          isRequired
          rows={2}
          resizeOrientation="vertical"
          validated={errors.has("description") ? "error" : "default"}
          aria-invalid={errors.has("description")}
          aria-describedby="scope-description-help"
        />
        <FieldHelp id="scope-description-help" error={errors.get("description")}>
          <FormattedMessage {...text.descriptionHelp} />
        </FieldHelp>
      </FormGroup>
      {form.isGroup ? (
        <div>
          <Suspense
            fallback={
              <div className="hanse-scopes__picker-space">
                <span className="pf-v6-screen-reader">{intl.formatMessage(uiText.loading)}</span>
              </div>
            }
          >
            <ScopePicker
              texts={{ label: text.members, help: text.membersHelp, none: text.noMembers }}
              choices={choices}
              selected={values.scopes}
              readOnly={readOnly}
              error={errors.get("scopes")}
              onChange={(scopes) => change({ scopes })}
            />
          </Suspense>
        </div>
      ) : (
        <Checkbox
          id={inputId("dynamic")}
          label={<FormattedMessage {...text.dynamic} />}
          description={errors.get("dynamic") ?? <FormattedMessage {...text.dynamicHelp} />}
          isChecked={values.dynamic}
          onChange={(_, dynamic) => change({ dynamic })}
        />
      )}
    </>
  );
}
