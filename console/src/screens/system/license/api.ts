/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import { ApiError } from "../../../platform/api/errors.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";

type Schemas = components["schemas"];

/** What the licence leaves open (no limit, no end) is absent. */
export type License = Schemas["LicenseView"];
export type ConnectionGroup = Schemas["ConnectionGroupLicenseView"];
/** What a file holds, and what importing it would take away. */
export type Validation = Schemas["LicenseValidation"];

export const licenseQuery = queryOptions({
  queryKey: ["license"],
  queryFn: readLicense,
});

/** The licence in force; null when none is installed. */
async function readLicense(): Promise<License | null> {
  try {
    return await body(admin.GET("/license"));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Asks the server what a file holds and what importing it would take away. Rejects with its findings: 422. */
export function validateLicense(fileData: string): Promise<Validation> {
  return body(admin.POST("/internal/license/validate", { body: { fileData } }));
}

export function importLicense(fileData: string): Promise<License> {
  return body(admin.PUT("/license", { body: { fileData } }));
}
