import { Checkbox } from "@patternfly/react-core";
import { lazy, Suspense, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Choices } from "../../../../features/scopes/useAvailable.ts";
import { message } from "../../../../messages.ts";
import { bind } from "../../../../platform/forms/fields/bind.ts";
import { TextAreaField } from "../../../../platform/forms/fields/TextAreaField.tsx";
import { TextField } from "../../../../platform/forms/fields/TextField.tsx";
import type { EntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { choicesQuery, type Entry, PAGE_SIZE } from "../api.ts";
import { type Collection, isGroups } from "../collections.ts";
import { inputId, type Values } from "./form.ts";

// Dragging is a good part of the bytes, and scopes have nothing to drag.
const ScopePicker = lazy(async () => ({
  default: (await import("../../../../features/scopes/ScopePicker.tsx")).ScopePicker,
}));

const LONGEST_NAME = 256;

interface ScopeFieldsProps {
  form: EntityForm<Entry, Values>;
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
  const nameHelp = isNew
    ? values.dynamic
      ? message("scope.dynamicNameHelp")
      : message("scope.nameHelp")
    : message("scope.nameStays");
  return (
    <>
      <TextField
        {...bind(form, "name", inputId("name"))}
        label={<FormattedMessage id="scopes.name" />}
        help={<FormattedMessage {...nameHelp} />}
        isRequired
        maxLength={LONGEST_NAME}
        autoCapitalize="none"
        spellCheck={false}
        {...(!isNew && { readOnlyVariant: "default" as const })}
      />
      <TextAreaField
        {...bind(form, "description", inputId("description"))}
        label={<FormattedMessage id="scopes.entryDescription" />}
        help={<FormattedMessage id="scope.descriptionHelp" />}
        isRequired
        rows={2}
      />
      {isGroups(collection) ? (
        <div>
          <Suspense
            fallback={
              <div className="hanse-scopes__picker-space">
                <span className="pf-v6-screen-reader">{intl.formatMessage({ id: "ui.loading" })}</span>
              </div>
            }
          >
            <ScopePicker
              texts={{
                label: message("scope.members"),
                help: message("scope.membersHelp"),
                none: message("scope.noMembers"),
              }}
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
          label={<FormattedMessage id="scope.dynamic" />}
          description={errors.get("dynamic") ?? <FormattedMessage id="scope.dynamicHelp" />}
          isChecked={values.dynamic}
          // What is wrong with the name may be its asterisk.
          onChange={(_, dynamic) => change({ dynamic }, ["dynamic", "name"])}
        />
      )}
    </>
  );
}
