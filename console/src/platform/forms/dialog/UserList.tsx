import { Link, type LinkProps } from "@tanstack/react-router";
import { FormattedMessage } from "react-intl";
import { isOnlyOne, type Usage } from "./usedBy.ts";
import "./userList.css";

const SHOWN = 10;

interface UserListProps {
  users: readonly Usage[];
  /** Names the field of each user that has the reference, too. */
  showsFields?: boolean;
}

/** What uses an item: each user with a link to its page, for those who may open it. */
export function UserList({ users, showsFields = false }: UserListProps) {
  const shown = showsFields ? users : users.slice(0, SHOWN);
  const more = users.length - shown.length;
  return (
    <ul className="hanse-users">
      {shown.map((user) => (
        <li key={`${user.kind} ${user.id} ${user.path}`}>
          <User user={user} />
          {showsFields && <code className="hanse-users__field">{user.path}</code>}
        </li>
      ))}
      {more > 0 && (
        <li>
          <FormattedMessage id="forms.moreUsers" values={{ count: more }} />
        </li>
      )}
    </ul>
  );
}

function User({ user }: { user: Usage }) {
  const name = isOnlyOne(user) ? user.type : (user.name ?? user.id);
  return (
    <>
      {user.page ? <Link to={user.page as NonNullable<LinkProps["to"]>}>{name}</Link> : name}{" "}
      {!isOnlyOne(user) && <span className="hanse-users__type">{user.type}</span>}
    </>
  );
}
