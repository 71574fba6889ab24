import { FormattedMessage } from "react-intl";

/** The id of the request that failed, to be quoted; nothing when there is none. */
export function RequestId({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <small>
      <FormattedMessage id="ui.requestId" values={{ requestId: <code key="id">{id}</code> }} />
    </small>
  );
}
