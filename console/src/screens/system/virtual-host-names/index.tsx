/** Virtual Host Names at /system/server/virtual-hostnames (specification 1, sections 2 to 5). */

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useIntl } from "react-intl";
import { admin } from "../../../platform/api/client.ts";
import { editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../platform/forms/EditPage.tsx";
import { useEntityForm } from "../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { differences, isChanged, missingNames, rowAt, toNames, toRows } from "./form.ts";
import { HostRows, inputName, type Values } from "./HostRows.tsx";
import "./virtual-host-names.css";

export default function VirtualHostNames() {
  const intl = useIntl();
  const access = useAccess();
  const form = useEntityForm<HostNames, Values>({
    query: useQuery(virtualHostNamesQuery),
    queryKey: virtualHostNamesQuery.queryKey,
    fields: 4,
    toValues: useCallback((stored) => ({ rows: toRows(stored?.virtualHostNames ?? []) }), []),
    isChanged: ({ rows }) => isChanged(rows),
    missing: ({ rows }) => missingNames(rows).map(inputName),
    send: ({ rows }, etag) => saveVirtualHostNames(toNames(rows), etag),
    fieldAt: (path, { rows }) => {
      const index = rowAt(rows, path);
      return index === undefined ? undefined : { name: inputName(index), label: rows[index]?.value ?? "" };
    },
    announcesFailure: true,
  });
  const { rows } = form.values;
  const sides = form.conflict && differences(toNames(rows), form.conflict.current.virtualHostNames ?? []);

  return (
    <EditPage
      {...form.page}
      disabledReason={form.page.disabledReason && intl.formatMessage({ id: "virtualHostNames.correct" })}
    >
      <HostRows form={form.hookForm} rows={rows} errors={form.errors} editable={access === "editable"} />
      {form.conflict && sides && (
        <ConflictDialog
          {...form.conflict}
          current={{ virtualHostNames: sides.theirs }}
          mine={{ virtualHostNames: sides.mine }}
          fields={[{ name: "virtualHostNames", label: intl.formatMessage({ id: "virtualHostNames.differing" }) }]}
        />
      )}
    </EditPage>
  );
}

export interface HostNames {
  virtualHostNames?: string[];
}
type Stored = Versioned<HostNames>;

const virtualHostNamesQuery = editedQuery<HostNames>(["virtualHostNames"], () => admin.GET("/virtualHostNames"));

function saveVirtualHostNames(virtualHostNames: string[], etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT("/virtualHostNames", { body: { virtualHostNames }, headers: ifMatch(etag) }));
}
