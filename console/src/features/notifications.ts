import { readNotifications } from "../platform/api/session.ts";

const MINUTES = 60_000;

/** The notifications for administrators. They are polled, because a console stays open all day. */
export const notificationsQuery = {
  queryKey: ["notifications"],
  queryFn: readNotifications,
  refetchInterval: 5 * MINUTES,
};
