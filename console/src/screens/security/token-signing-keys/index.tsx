/** Token Signing Keys at /security/certificate-and-key-management/token-signing-keys: the list of key sets. */
import { Button } from "@patternfly/react-core";
import KeyIcon from "@patternfly/react-icons/dist/esm/icons/key-icon";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CryptoNotice } from "../../../features/keys/CryptoNotice.tsx";
import { certificatesOf } from "../../../features/keys/model.ts";
import { useIssuers, useKeyPairs } from "../../../features/references/useByIds.ts";
import { paths } from "../../../paths.ts";
import { DeleteDialog } from "../../../platform/forms/dialog/DeleteDialog.tsx";
import { FormSkeleton } from "../../../platform/forms/FormSection.tsx";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { ListView } from "../../../platform/list/ListView.tsx";
import { useServerList } from "../../../platform/list/useServerList.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Screen } from "../../../platform/page/Screen.tsx";
import { headingOnceGone, useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import { deleteKeySet, KEY_SET_LIST, KEY_SETS, type KeySet, readKeySets, staticKeysQuery } from "./api.ts";
import { type Details, generatedId } from "./details.ts";
import { handedOver } from "./form/draft.ts";
import { KeySetCard, NAMED } from "./KeySetCard.tsx";
import { StaticKeysWarning } from "./StaticKeysWarning.tsx";
import "./token-signing-keys.css";

type Task = { kind: "add"; details: Details } | { kind: "edit" | "delete"; keySet: KeySet };

const DetailsDialog = lazy(async () => ({ default: (await import("./DetailsDialog.tsx")).DetailsDialog }));

export default function TokenSigningKeys() {
  const intl = useIntl();
  const navigate = useNavigate();
  const editable = useAccess() === "editable";
  const list = useServerList(KEY_SET_LIST, readKeySets);
  const [task, setTask] = useState<Task>();
  const add = () => setTask({ kind: "add", details: { id: generatedId(), name: "", description: "" } });
  const close = () => setTask(undefined);
  const focusAfter = useFocusAfterRender(list.items?.map(({ id }) => id));
  const addButton = <Button onClick={add}>{intl.formatMessage({ id: "tokenSigningKeys.add" })}</Button>;

  function next(details: Details) {
    const state = handedOver(details);
    if (task?.kind === "add") void navigate({ to: paths.addKeySet, state });
    else void navigate({ to: paths.editKeySet, params: { id: details.id }, state });
  }

  const staticKeys = useQuery(staticKeysQuery);
  const isEmpty = list.items?.length === 0 && list.query.filter === "";
  return (
    <Screen action={editable && !isEmpty && addButton}>
      <div className="hanse-keysets">
        <CryptoNotice />
        {staticKeys.data === false && <StaticKeysWarning />}
        {/* Rendered below the warning, which would otherwise push it down. */}
        {staticKeys.isLoading ? (
          <FormSkeleton fields={3} />
        ) : (
          <ListView
            list={list}
            what={intl.formatMessage({ id: "tokenSigningKeys.what" })}
            searchLabel={intl.formatMessage({ id: "tokenSigningKeys.search" })}
            empty={<EmptyList icon={KeyIcon} area="tokenSigningKeys" action={editable && addButton} />}
            itemHeight="11rem"
          >
            {(keySets) => (
              <Cards
                keySets={keySets}
                mayChange={editable}
                onEdit={(keySet) => setTask({ kind: "edit", keySet })}
                onDelete={(keySet) => setTask({ kind: "delete", keySet })}
              />
            )}
          </ListView>
        )}
      </div>
      <Suspense>
        {task?.kind === "add" && <DetailsDialog isNew details={task.details} onNext={next} onClose={close} />}
        {task?.kind === "edit" && (
          <DetailsDialog isNew={false} details={detailsOf(task.keySet)} onNext={next} onClose={close} />
        )}
      </Suspense>
      {task?.kind === "delete" && (
        <DeleteDialog
          collection={KEY_SETS}
          id={task.keySet.id}
          name={task.keySet.name}
          remove={() => deleteKeySet(task.keySet.id)}
          confirmLabel={<FormattedMessage id="tokenSigningKeys.deleteConfirm" />}
          queryKeys={[KEY_SET_LIST]}
          onDeleted={() => focusAfter(headingOnceGone(task.keySet.id))}
          onClose={close}
        >
          <Loss keySet={task.keySet} />
        </DeleteDialog>
      )}
    </Screen>
  );
}

interface CardsProps {
  keySets: readonly KeySet[];
  mayChange: boolean;
  onEdit: (keySet: KeySet) => void;
  onDelete: (keySet: KeySet) => void;
}

function Cards({ keySets, onEdit, onDelete, ...rest }: CardsProps) {
  const issuers = useIssuers(keySets.flatMap((keySet) => keySet.issuers.slice(0, NAMED).map(({ id }) => id)));
  const pairs = useKeyPairs(keySets.flatMap(({ signingKeys }) => certificatesOf(signingKeys)));
  return (
    <ul className="hanse-keysets__cards">
      {keySets.map((keySet) => (
        <li key={keySet.id}>
          <KeySetCard
            {...rest}
            keySet={keySet}
            issuers={issuers}
            pairs={pairs}
            onEdit={() => onEdit(keySet)}
            onDelete={() => onDelete(keySet)}
          />
        </li>
      ))}
    </ul>
  );
}

function detailsOf({ id, name, description }: KeySet): Details {
  return { id, name, description: description ?? "" };
}

const MOST_NAMED = 10;

/** The consequence of a deletion: the issuers sign with the server's own keys again. */
function Loss({ keySet: { issuers } }: { keySet: KeySet }) {
  const named = issuers.slice(0, MOST_NAMED).map(({ id }) => id);
  const found = useIssuers(named);
  const more = issuers.length - named.length;
  return (
    <>
      <p>
        <FormattedMessage id="tokenSigningKeys.deleteBody" values={{ count: issuers.length }} />
      </p>
      <ul className="hanse-keyset__delete">
        {named.map((id) => (
          <li key={id}>
            <Link to={paths.virtualIssuerEdit} params={{ id }}>
              {found?.get(id)?.name ?? id}
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage id="tokenSigningKeys.issuersMore" values={{ count: more }} />
          </li>
        )}
      </ul>
      <p>
        <FormattedMessage id="tokenSigningKeys.deleteTokens" />
      </p>
    </>
  );
}
