import { FormattedMessage } from "react-intl";

/** The ID of the failed request, for support; renders nothing if there is none. */
export function RequestId({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <small>
      <FormattedMessage id="ui.requestId" values={{ requestId: <code key="id">{id}</code> }} />
    </small>
  );
}
