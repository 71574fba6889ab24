import { readNotifications } from "../platform/api/session.ts";

const MINUTES = 60_000;

/** What the server has to tell administrators. Asked again now and then: a console stays open all day. */
export const notificationsQuery = {
  queryKey: ["notifications"],
  queryFn: readNotifications,
  refetchInterval: 5 * MINUTES,
};
