/** Virtual Host Names at /system/server/virtual-hostnames (specification 1, sections 2 to 5). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../api/errors.ts";
import { etagOf } from "../../../api/transport.ts";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { useAccess } from "../../../forms/access.ts";
import { ConflictDialog } from "../../../forms/ConflictDialog.tsx";
import { EditPage, type Loading } from "../../../forms/EditPage.tsx";
import { sortErrors } from "../../../forms/serverErrors.ts";
import { useSave } from "../../../forms/useSave.ts";
import { type Stored, saveVirtualHostNames, virtualHostNamesQuery } from "./api.ts";
import { differences, isRowPath, type Rows, toNames, withServerErrors, wrongRows } from "./form.ts";
import { HostRows } from "./HostRows.tsx";
import { useHostRows } from "./useHostRows.ts";
import "./virtual-host-names.css";

export default function VirtualHostNames() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const access = useAccess("ADMINISTRATOR");
  const { data, error, refetch } = useQuery(virtualHostNamesQuery);
  const [findings, setFindings] = useState<readonly string[]>();

  const save = useSave<Rows, Stored["data"]>({
    send: async (rows, etag) => {
      try {
        return await saveVirtualHostNames(toNames(rows), etag);
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) refuse(rows, failure);
        throw failure;
      }
    },
    onSaved: (stored) => {
      accept(stored);
      messages.success();
    },
  });
  const { conflict } = save;
  const form = useHostRows(data?.data.virtualHostNames, save.saving);

  function accept(stored: Stored) {
    client.setQueryData(virtualHostNamesQuery.queryKey, stored);
    form.reset();
    save.dismiss();
  }

  function refuse(rows: Rows, failure: ApiError) {
    const { fields, rest } = sortErrors(failure, (path) => isRowPath(rows, path));
    const marked = withServerErrors(rows, fields);
    form.mark(marked);
    setFindings([
      ...wrongRows(marked).map(({ value: name, error: message }) =>
        intl.formatMessage({ id: "virtualHostNames.finding" }, { name, message }),
      ),
      ...(isUnreachable(failure) ? [intl.formatMessage({ id: "ui.noAnswer" })] : rest),
    ]);
    messages.error(intl.formatMessage({ id: "forms.failed" })); // The request id is told above the form.
  }

  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 4 };

  return (
    <EditPage
      title={intl.formatMessage({ id: "place.virtualHostNames" })}
      description={<FormattedMessage id="virtualHostNames.description" />}
      breadcrumb="navigation"
      loading={loading}
      access={access}
      dirty={form.changed}
      saving={save.saving}
      disabledReason={form.knownWrong ? intl.formatMessage({ id: "virtualHostNames.correct" }) : undefined}
      error={save.error}
      {...(findings && { findings })}
      onSave={() => {
        if (form.check(intl.formatMessage({ id: "forms.required" }))) save.save(form.rows, data?.etag);
      }}
      onCancel={() => {
        form.reset();
        save.dismiss();
      }}
    >
      <HostRows
        rows={form.rows}
        editable={access === "editable"}
        onAdd={form.add}
        onChange={form.change}
        onDelete={form.remove}
        onRestore={form.restore}
      />
      {conflict && (
        <Conflicting
          conflict={conflict}
          mine={toNames(form.rows)}
          saving={save.saving}
          onTakeTheirs={() => accept({ data: conflict.current, etag: etagOf(conflict.revision) })}
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );
}

interface ConflictingProps extends Omit<ComponentProps<typeof ConflictDialog>, "mine" | "fields"> {
  mine: readonly string[];
}

function Conflicting({ conflict, mine, ...rest }: ConflictingProps) {
  const intl = useIntl();
  const sides = differences(mine, (conflict.current as Stored["data"]).virtualHostNames ?? []);
  return (
    <ConflictDialog
      {...rest}
      conflict={{ ...conflict, current: { virtualHostNames: sides.theirs } }}
      mine={{ virtualHostNames: sides.mine }}
      fields={[{ name: "virtualHostNames", label: intl.formatMessage({ id: "virtualHostNames.differing" }) }]}
    />
  );
}
