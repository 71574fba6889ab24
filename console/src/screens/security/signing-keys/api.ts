/** The calls of the screen. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import type { ListQuery } from "../../../platform/list/search.ts";

type Schemas = components["schemas"];

export type KeyPair = Schemas["KeyPairView"];
export type KeyAlgorithm = Schemas["KeyAlgorithm"];
export type NewKeyPair = Schemas["NewKeyPairSettings"];
export type KeyPairPage = Schemas["KeyPairViewList"];

export const KEY_PAIR_COLLECTION = "/keyPairs/signing";
/** What all that is read of key pairs has in common, to be read anew after a change. */
export const KEY_PAIRS = ["keyPairs", "signing"] as const;
export const KEY_PAIR_LIST = [...KEY_PAIRS, "list"] as const;

export function readKeyPairs(query: ListQuery): Promise<KeyPairPage> {
  return body(admin.GET("/keyPairs/signing", { params: { query } }));
}

export const keyPairQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY_PAIRS, "one", id],
    queryFn: (): Promise<KeyPair> => body(admin.GET("/keyPairs/signing/{id}", { params: { path: { id } } })),
  });

/** The revision at which a dialog is opened: what it does is not to undo what somebody else does meanwhile. */
export const revisionQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY_PAIRS, "revision", id],
    queryFn: async () =>
      (await versioned(admin.GET("/keyPairs/signing/{id}", { params: { path: { id } } }))).etag ?? "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const condition = (etag: string) => ({ headers: ifMatch(etag || undefined) });

export function deleteKeyPair(id: string, etag: string): Promise<unknown> {
  return body(admin.DELETE("/keyPairs/signing/{id}", { params: { path: { id } }, ...condition(etag) }));
}

export const algorithmsQuery = queryOptions({
  queryKey: ["keyPairs", "keyAlgorithms"],
  queryFn: async (): Promise<readonly KeyAlgorithm[]> => (await body(admin.GET("/keyPairs/keyAlgorithms"))).items,
  staleTime: Number.POSITIVE_INFINITY, // They change with the server's version alone.
});

export function generateKeyPair(settings: NewKeyPair): Promise<Versioned<KeyPair>> {
  return versioned(admin.POST("/keyPairs/signing/generate", { body: settings }));
}

export type RotationSettings = Schemas["KeyPairRotationSettings"];
export type KeyPairFile = Schemas["KeyPairFile"];
export type ExportFormat = "PKCS12" | "PEM";

const pathOf = (id: string) => ({ path: { id } });

export function importKeyPair(file: KeyPairFile): Promise<KeyPair> {
  return body(admin.POST("/keyPairs/signing/import", { body: file }));
}

/** The certificate, followed by those above it, in PEM. */
export async function readCertificate(id: string): Promise<Blob> {
  const call = admin.GET("/keyPairs/signing/{id}/certificate", { params: pathOf(id), parseAs: "blob" });
  return body<Blob>(call);
}

/** Key and certificates in a file that is encrypted under a password. */
export function exportKeyPair(id: string, format: ExportFormat, password: string): Promise<Blob> {
  const options = { params: pathOf(id), body: { password }, parseAs: "blob" } as const;
  return body<Blob>(
    format === "PEM"
      ? admin.POST("/keyPairs/signing/{id}/pem", options)
      : admin.POST("/keyPairs/signing/{id}/pkcs12", options),
  );
}

/** A request to an authority to sign the certificate, in PEM (RFC 2986). */
export function readRequest(id: string): Promise<Blob> {
  return body<Blob>(admin.GET("/keyPairs/signing/{id}/csr", { params: pathOf(id), parseAs: "blob" }));
}

export function respond(id: string, fileData: string, etag: string): Promise<KeyPair> {
  const options = { params: pathOf(id), body: { fileData }, ...condition(etag) };
  return body(admin.POST("/keyPairs/signing/{id}/csr", options));
}

export function saveRotation(id: string, settings: RotationSettings, etag: string): Promise<RotationSettings> {
  const options = { params: pathOf(id), body: settings, ...condition(etag) };
  return body(admin.PUT("/keyPairs/signing/{id}/rotationSettings", options));
}

export function stopRotation(id: string, etag: string): Promise<unknown> {
  return body(admin.DELETE("/keyPairs/signing/{id}/rotationSettings", { params: pathOf(id), ...condition(etag) }));
}
