/** Virtual Issuers at /system/oauth-settings/virtual-issuers (specification 2, section 2): the list. */
import OpenidIcon from "@patternfly/react-icons/dist/esm/icons/openid-icon";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { LinkButton } from "../../../app/LinkButton.tsx";
import { paths } from "../../../app/paths.ts";
import { useSession } from "../../../app/session/SessionProvider.tsx";
import { mayChange } from "../../../app/session/session.ts";
import { Screen } from "../../../app/shell/Screen.tsx";
import { ListView } from "../../../forms/list/ListView.tsx";
import { useFocusOnceGone } from "../../../forms/list/useFocusOnceGone.ts";
import { useServerList } from "../../../forms/list/useServerList.ts";
import { EmptyList } from "../../../ui/list/EmptyList.tsx";
import { ISSUER_LIST, type Issuer, readIssuers } from "./api.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { IssuerCard } from "./IssuerCard.tsx";
import { virtualIssuersText as text } from "./text.ts";
import "./virtual-issuers.css";

export default function VirtualIssuers() {
  const intl = useIntl();
  const editable = mayChange(useSession(), "ADMINISTRATOR");
  const list = useServerList(ISSUER_LIST, readIssuers);
  const [toDelete, setToDelete] = useState<Issuer>();
  const focusOnceGone = useFocusOnceGone(list.items);
  const hasSome = list.total > 0 || list.query.filter !== "";
  const add = editable && (
    <LinkButton to={paths.virtualIssuerAdd}>
      <FormattedMessage {...text.add} />
    </LinkButton>
  );
  return (
    <Screen
      title={intl.formatMessage(text.title)}
      description={<FormattedMessage {...text.description} />}
      breadcrumb="navigation"
      action={hasSome ? add : undefined}
    >
      <ListView
        list={list}
        what={intl.formatMessage(text.what)}
        searchLabel={intl.formatMessage(text.search)}
        empty={<EmptyList icon={OpenidIcon} text={text} action={add} />}
        itemHeight="8.5rem"
      >
        {(issuers) => (
          <ul className="hanse-issuers" aria-label={intl.formatMessage(text.list)}>
            {issuers.map((issuer) => (
              <li key={issuer.id}>
                <IssuerCard issuer={issuer} mayChange={editable} onDelete={() => setToDelete(issuer)} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
      {toDelete && (
        <DeleteDialog
          issuer={toDelete}
          onDeleted={() => focusOnceGone(toDelete.id)}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </Screen>
  );
}
