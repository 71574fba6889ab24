/** Signing & Decryption Keys & Certificates: the list. */
import { EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { LinkButton } from "../../../app/LinkButton.tsx";
import { paths } from "../../../app/paths.ts";
import { useSession } from "../../../app/session/SessionProvider.tsx";
import { mayChange } from "../../../app/session/session.ts";
import { Screen } from "../../../app/shell/Screen.tsx";
import { CryptoNotice } from "../../../forms/CryptoNotice.tsx";
import { ListView } from "../../../forms/list/ListView.tsx";
import { useServerList } from "../../../forms/list/useServerList.ts";
import { KEY_PAIR_LIST, readKeyPairs } from "./api.ts";
import { useTasks } from "./dialogs/useTasks.tsx";
import { KeysTable } from "./table/KeysTable.tsx";
import { signingKeysText as text } from "./text.ts";
import "./signing-keys.css";

export default function SigningKeys() {
  const intl = useIntl();
  const editable = mayChange(useSession(), "CRYPTO_ADMINISTRATOR");
  const list = useServerList(KEY_PAIR_LIST, readKeyPairs);
  const tasks = useTasks();
  const [now] = useState(() => Date.now());
  return (
    <Screen
      title={intl.formatMessage(text.title)}
      description={<FormattedMessage {...text.description} />}
      breadcrumb="navigation"
      action={editable && list.total > 0 ? <Actions /> : undefined}
    >
      <div className="hanse-keys">
        <CryptoNotice />
        <ListView
          list={list}
          what={intl.formatMessage(text.what)}
          searchLabel={intl.formatMessage(text.search)}
          empty={<NoKeys editable={editable} />}
          itemHeight="3.5rem"
        >
          {(pairs) => (
            <KeysTable
              pairs={pairs}
              now={now}
              descending={list.query.sortOrder === "DESC"}
              onSort={list.sort}
              mayChange={editable}
              onTask={tasks.start}
            />
          )}
        </ListView>
      </div>
      {tasks.dialog}
    </Screen>
  );
}

/** The ways in which a key pair comes here. */
function Actions() {
  return (
    <div className="hanse-keys__actions">
      <LinkButton to={paths.signingKeyCreate}>
        <FormattedMessage {...text.create} />
      </LinkButton>
    </div>
  );
}

function NoKeys({ editable }: { editable: boolean }) {
  return (
    <EmptyState icon={KeyIcon} headingLevel="h2" titleText={<FormattedMessage {...text.emptyTitle} />}>
      <EmptyStateBody>
        <FormattedMessage {...(editable ? text.emptyBody : text.emptyBodyReadOnly)} />
      </EmptyStateBody>
      {editable && (
        <EmptyStateFooter>
          <EmptyStateActions>
            <Actions />
          </EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
