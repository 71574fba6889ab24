import { FormattedMessage, useIntl } from "react-intl";

/** How many scopes of a group a list names before it counts the rest (specification 2, section 9). */
const NAMED = 5;

/** The scopes of a group: the first by name, and how many more there are. */
export function Members({ names }: { names: readonly string[] }) {
  const intl = useIntl();
  const more = names.length - NAMED;
  return (
    <ul className="hanse-scopes__members">
      {names.slice(0, NAMED).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {more > 0 && (
        <li className="hanse-scopes__more">
          <span aria-hidden="true">
            <FormattedMessage id="scopes.moreMembers" values={{ count: more }} />
          </span>
          <span className="pf-v6-screen-reader">
            {intl.formatMessage({ id: "scopes.moreMembersSaid" }, { count: more, total: names.length })}
          </span>
        </li>
      )}
    </ul>
  );
}
