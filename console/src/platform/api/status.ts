/** What the banners ask the session service: apart from the rest, so that it loads with them. */
import type { components } from "./generated/admin.ts";
import { type Notice, service } from "./session.ts";
import { body } from "./transport.ts";

/** Reads what is wrong with the database; there is usually nothing. */
export async function readDatabaseWarnings(): Promise<Notice[]> {
  return (await body(service.GET("/internalDbWarnings"))).items;
}

/** Reads who else is signed in and may change something. */
export async function readActiveAdministrators(): Promise<components["schemas"]["ActiveAdministratorView"][]> {
  return (await body(service.GET("/activeAdministrators"))).items;
}

/** Reads how far the licence is from its end. */
export async function readLicenseExpiry(): Promise<components["schemas"]["LicenseExpiryItem"]> {
  return (await body(service.GET("/licenseExpiryStatus"))).item;
}
