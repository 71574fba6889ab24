/** License at /system/server/license (specification 1, sections 2, 5, 6 and 9). */

import { Button } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError } from "../../../platform/api/errors.ts";
import { Problem } from "../../../platform/forms/Problem.tsx";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { licenseQuery } from "./api.ts";
import { Details } from "./Details.tsx";
import { Groups } from "./Groups.tsx";
import { ImportButton } from "./ImportButton.tsx";
import { LicenseSkeleton } from "./LicenseSkeleton.tsx";
import { useLicenseImport } from "./useLicenseImport.ts";
import { WarningsDialog } from "./WarningsDialog.tsx";
import "./license.css";

export default function License() {
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

function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const intl = useIntl();
  const [findings] = useState([error.message]);
  return (
    <Problem
      title={intl.formatMessage({ id: "forms.loadFailed" })}
      findings={findings}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      action={
        <Button variant="link" isInline onClick={onRetry}>
          <FormattedMessage id="forms.tryAgain" />
        </Button>
      }
    />
  );
}
