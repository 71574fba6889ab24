/** Virtual Issuers at /system/oauth-settings/virtual-issuers (specification 2, section 2): the list. */
import OpenidIcon from "@patternfly/react-icons/dist/esm/icons/openid-icon";
import { FormattedMessage } from "react-intl";
import { message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { ListScreen } from "../../../platform/list/ListScreen.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { LinkButton } from "../../../platform/page/LinkButton.tsx";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { deleteIssuer, ISSUER_COLLECTION, ISSUER_LIST, ISSUERS, readIssuers } from "./api.ts";
import { IssuerCard } from "./IssuerCard.tsx";
import "./virtual-issuers.css";

export default function VirtualIssuers() {
  const editable = useAccess() === "editable";
  return (
    <ListScreen
      list={useServerList(ISSUER_LIST, readIssuers)}
      area="virtualIssuers"
      icon={OpenidIcon}
      add={
        editable && (
          <LinkButton to={paths.virtualIssuerAdd}>
            <FormattedMessage id="virtualIssuers.add" />
          </LinkButton>
        )
      }
      className="hanse-issuers"
      itemHeight="8.5rem"
      card={(issuer, onDelete) => (
        <li key={issuer.id}>
          <IssuerCard issuer={issuer} mayChange={editable} onDelete={onDelete} />
        </li>
      )}
      deletion={({ item: { id, name }, ...rest }) => (
        <DeleteDialog
          collection={ISSUER_COLLECTION}
          id={id}
          name={name}
          remove={() => deleteIssuer(id)}
          confirmLabel={<FormattedMessage id="virtualIssuers.deleteConfirm" />}
          inUse={message("virtualIssuers.inUse")}
          queryKeys={[ISSUERS]}
          {...rest}
        >
          <FormattedMessage id="virtualIssuers.deleteBody" />
        </DeleteDialog>
      )}
    />
  );
}
