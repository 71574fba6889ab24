/** The licence file, from the person's disk to what the API takes. */

/** The content as the API takes it: base64 (RFC 4648, section 4). Rejects when the browser cannot read the file. */
export async function toFileData(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
