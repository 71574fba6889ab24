import { readNotifications } from "../api/session.ts";
import { paths } from "./paths.ts";

const MINUTES = 60_000;

/** What the server has to tell administrators. Asked again now and then: a console stays open all day. */
export const notificationsQuery = {
  queryKey: ["notifications"],
  queryFn: readNotifications,
  refetchInterval: 5 * MINUTES,
};

/** Where the cause of a notification is dealt with, by the notification's id. */
export const notificationPlaces: Readonly<Record<string, string>> = {
  licenseExpiry: paths.license,
};
