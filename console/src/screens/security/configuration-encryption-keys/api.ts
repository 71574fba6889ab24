/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";

export type EncryptionKey = components["schemas"]["ConfigurationEncryptionKey"];

/** All keys, the newest first. */
export const keysQuery = queryOptions({
  queryKey: ["configurationEncryptionKeys"],
  queryFn: async (): Promise<readonly EncryptionKey[]> => (await body(admin.GET("/configurationEncryptionKeys"))).items,
});

export async function rotateKey(): Promise<readonly EncryptionKey[]> {
  return (await body(admin.POST("/configurationEncryptionKeys/rotate"))).items;
}
