/** Signing & Decryption Keys & Certificates: the list. */

import { Button } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CryptoNotice } from "../../../features/keys/CryptoNotice.tsx";
import { paths } from "../../../paths.ts";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { ListView } from "../../../platform/list/ListView.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { KEY_PAIR_LIST, readKeyPairs } from "./api.ts";
import { useImport } from "./dialogs/useImport.tsx";
import { useTasks } from "./dialogs/useTasks.tsx";
import "./signing-keys.css";

// What a table needs is a good part of the screen's bytes: it is fetched beside the list itself, and not before it.
const table = import("./table/KeysTable.tsx");
const KeysTable = lazy(async () => ({ default: (await table).KeysTable }));

export default function SigningKeys() {
  const intl = useIntl();
  const editable = useAccess() === "editable";
  const list = useServerList(KEY_PAIR_LIST, readKeyPairs);
  const tasks = useTasks();
  const [now] = useState(() => Date.now());
  const imports = useImport();
  const actions = (
    <div className="hanse-keys__actions">
      <Button variant="secondary" onClick={imports.start}>
        <FormattedMessage id="signingKeys.import" />
      </Button>
      <LinkButton to={paths.signingKeyCreate}>
        <FormattedMessage id="signingKeys.create" />
      </LinkButton>
    </div>
  );
  return (
    <Screen action={editable && list.total > 0 ? actions : undefined}>
      <div className="hanse-keys">
        <CryptoNotice />
        <ListView
          list={list}
          what={intl.formatMessage({ id: "signingKeys.what" })}
          searchLabel={intl.formatMessage({ id: "signingKeys.search" })}
          empty={<EmptyList icon={KeyIcon} area="signingKeys" action={editable && actions} />}
          itemHeight="3.5rem"
        >
          {(pairs) => (
            <Suspense>
              <KeysTable
                pairs={pairs}
                now={now}
                descending={list.query.sortOrder === "DESC"}
                onSort={list.sort}
                mayChange={editable}
                onTask={tasks.start}
              />
            </Suspense>
          )}
        </ListView>
      </div>
      {tasks.dialog}
      {imports.dialog}
    </Screen>
  );
}
