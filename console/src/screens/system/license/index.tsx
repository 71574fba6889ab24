/** License at /system/server/license (specification 1, sections 2, 5, 6 and 9). */

import { Button, Card, CardBody, CardHeader, CardTitle, Label, Skeleton } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import PendingIcon from "@patternfly/react-icons/dist/esm/icons/pending-icon";
import UploadIcon from "@patternfly/react-icons/dist/esm/icons/upload-icon";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { Fact, Facts } from "../../../platform/ui/Facts.tsx";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { licenseDate } from "../../../platform/ui/licenseDate.ts";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import {
  type ConnectionGroup,
  DETAILS,
  groupStatus,
  type License,
  licenseQuery,
  type Status,
  statusOf,
  toDetails,
  toFeatures,
} from "./view.ts";
import { useLicenseImport, WarningsDialog } from "./WarningsDialog.tsx";
import "./license.css";

export default function LicenseScreen() {
  const mayImport = useAccess() === "editable";
  const { data: license, error, refetch } = useQuery(licenseQuery);
  const { state, choose, confirm, cancel } = useLicenseImport();
  const [now] = useState(() => Date.now());

  const importButton = mayImport && (
    <ImportButton uploading={state.kind === "uploading"} onChoose={(file) => void choose(file)} />
  );

  return (
    <Screen action={license ? importButton : undefined}>
      <div className="hanse-license">
        {license && <Details license={license} now={now} />}
        {license?.licenseGroups?.length ? <Groups groups={license.licenseGroups} now={now} /> : null}
        {license === null && <EmptyList icon={KeyIcon} area="license" action={importButton} />}
        {license === undefined &&
          (error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <LicenseSkeleton />)}
      </div>
      {state.kind === "confirming" && (
        <WarningsDialog
          fileName={state.fileName}
          current={license ?? null}
          validation={state.validation}
          onImport={() => void confirm()}
          onClose={cancel}
        />
      )}
    </Screen>
  );
}

/** The skeleton of the details, row by row. */
function LicenseSkeleton() {
  return (
    <Card aria-busy="true">
      <CardTitle>
        <Loading width="10rem" />
      </CardTitle>
      <CardBody className="hanse-license__skeleton">
        {DETAILS.map((key) => (
          <Skeleton key={key} width="80%" />
        ))}
      </CardBody>
    </Card>
  );
}

/** The file upload: a button that opens the browser's file dialog. It keeps the focus during the whole import. */
function ImportButton({ uploading, onChoose }: { uploading: boolean; onChoose: (file: File) => void }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);

  function changed({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = ""; // So that choosing the same file again after a correction triggers a change event, too.
    if (file) onChoose(file);
  }

  return (
    <>
      {/* Hidden from view, keyboard and screen readers: the button replaces it. */}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={intl.formatMessage({ id: "license.import" })}
        onChange={changed}
      />
      <Button
        icon={<UploadIcon />}
        isLoading={uploading}
        isAriaDisabled={uploading}
        onClick={() => input.current?.click()}
      >
        <FormattedMessage {...(uploading ? message("license.importing") : message("license.import"))} />
      </Button>
    </>
  );
}

/** The licensed groups of connections. `now` is in milliseconds. */
function Groups({ groups, now }: { groups: readonly ConnectionGroup[]; now: number }) {
  const intl = useIntl();
  return (
    <Card>
      <CardTitle component="h2" id="license-groups">
        <FormattedMessage id="license.groups" />
      </CardTitle>
      <CardBody>
        <DataTable
          aria-labelledby="license-groups"
          rows={groups}
          keyOf={({ name }) => name}
          columns={[
            { head: message("license.group"), cell: ({ name }) => name },
            { head: message("license.connections"), cell: ({ connectionCount }) => intl.formatNumber(connectionCount) },
            { head: message("license.issued"), cell: ({ startDate }) => startDate && licenseDate(startDate) },
            {
              head: message("license.expiration"),
              cell: ({ endDate }) => (endDate ? licenseDate(endDate) : intl.formatMessage({ id: "license.never" })),
            },
            { head: message("license.status"), cell: (group) => <StatusLabel status={groupStatus(group, now)} /> },
          ]}
        />
      </CardBody>
    </Card>
  );
}

/** The license in two columns: its properties, then its features. `now` is in milliseconds. */
function Details({ license, now }: { license: License; now: number }) {
  const intl = useIntl();
  return (
    <Card>
      <CardHeader
        actions={{
          hasNoOffset: true,
          actions: <StatusLabel status={statusOf(license.issueDate, license.expirationDate, now)} />,
        }}
      >
        <CardTitle component="h2">{intl.formatMessage({ id: "license.details" })}</CardTitle>
      </CardHeader>
      <CardBody>
        <Facts className="hanse-license__details" isHorizontal columnModifier={{ default: "1Col", lg: "2Col" }}>
          {[...toDetails(license, intl, now), ...toFeatures(license, intl)].map(({ key, label, value }) => (
            <Fact key={key} term={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      </CardBody>
    </Card>
  );
}

const LOOKS = {
  OK: { status: "success", icon: <CheckCircleIcon /> },
  NOT_YET: { status: "info", icon: <PendingIcon /> },
  EXPIRED: { status: "danger", icon: <ExclamationCircleIcon /> },
} as const;

/** Icon and word; the color only repeats them. */
function StatusLabel({ status }: { status: Status }) {
  return (
    <Label {...LOOKS[status]} isCompact>
      <FormattedMessage id={`license.${status}`} />
    </Label>
  );
}
