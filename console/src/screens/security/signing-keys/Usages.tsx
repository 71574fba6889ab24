import { Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { FormattedMessage, useIntl } from "react-intl";
import { UserList } from "../../../platform/forms/dialog/UserList.tsx";
import { usedByQuery } from "../../../platform/forms/dialog/usedBy.ts";
import { messageOf } from "../../../platform/forms/LoadFailed.tsx";
import { KEY_PAIR_COLLECTION } from "./api.ts";

/** What uses a key pair: the kind and the name of each, and the field in it. */
export function Usages({ id }: { id: string }) {
  const intl = useIntl();
  const { data, error } = useQuery(usedByQuery(KEY_PAIR_COLLECTION, id));
  if (error) return <p>{messageOf(error, intl)}</p>;
  if (!data) return <Skeleton width="60%" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />;
  if (data.length === 0) {
    return (
      <p className="hanse-keys__quiet">
        <FormattedMessage id="signingKeys.unused" />
      </p>
    );
  }
  return <UserList users={data} showsFields />;
}
