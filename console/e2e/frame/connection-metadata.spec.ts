/** A partner's metadata address or file is given in the console, and a connection is made from it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { setUp } from "../session/administrator.ts";
import { get, open, post } from "../system/signedIn.ts";
import { test as base, expect, expectAccessible, SLOW } from "../test.ts";
import { frameOf } from "./frames.ts";

const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startServer({ HANSE_OUTGOING_NETWORKS: "127.0.0.0/8" });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
});
const folder = mkdtempSync(join(tmpdir(), "hanse-partner-"));
const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
let partner: Server;

test.beforeAll(() => {
  const names = ["-subj", "/CN=partner.example", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "90"];
  execFileSync("openssl", ["req", "-x509", ...made, "-keyout", key, "-out", certificate, ...names], { stdio: "pipe" });
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  partner = createServer(options, (request, answer) => answer.end(metadata(request.url ?? "")));
  return new Promise<void>((resolve) => partner.listen(0, "127.0.0.1", resolve));
});

test.afterAll(() => {
  partner.close();
  rmSync(folder, { recursive: true });
});

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** An identity provider whose entity ID ends with a path. */
function metadata(path: string): string {
  const inner = readFileSync(certificate, "utf8").replace(/-----[^-]+-----|\s/g, "");
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://partner.example${path}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${inner}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://partner.example/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
}

for (const source of ["address", "file"]) {
  test(
    `a connection is made from the ${source} of a partner's metadata`,
    source === "address" ? {} : SLOW,
    async ({ page, request }) => {
      const name = `Partner ${source} ${Date.now()}`;
      const path = `/${source}/${Date.now()}`;
      if (source === "address")
        await post(request, "/certificates/ca/import", { fileData: readFileSync(certificate).toString("base64") });
      await open(page, "/authentication/integration/idp-connections/add", "Add IdP Connection");
      const frame = await frameOf(page);
      if (source === "address") {
        const { port } = partner.address() as AddressInfo;
        await frame.getByLabel("Metadata address").fill(`https://127.0.0.1:${port}${path}`);
      } else {
        const file = { name: "metadata.xml", mimeType: "application/xml", buffer: Buffer.from(metadata(path)) };
        await frame.getByLabel("Metadata file").setInputFiles(file);
      }
      await expectAccessible(page);
      await frame.getByRole("button", { name: "Read Metadata" }).click();
      await expect(frame.getByText("The form was filled in from the metadata. Nothing is saved yet.")).toBeVisible();
      await expect(frame.getByRole("definition").filter({ hasText: "Not signed" })).toBeVisible();
      await expect(frame.getByRole("textbox", { name: "Entity ID", exact: true })).toHaveValue(
        `https://partner.example${path}`,
      );
      await frame.getByLabel("Connection name").fill(name);
      await frame.getByRole("button", { name: "Save" }).click();
      await expect(frame.getByRole("link", { name, exact: true })).toBeVisible();
      const { items } = await get<{ items: Connection[] }>(
        request,
        `/sp/idpConnections?entityId=https://partner.example${path}`,
      );
      expect(items[0]?.idpBrowserSso.ssoServiceEndpoints).toEqual([
        { binding: "REDIRECT", url: "https://partner.example/sso" },
      ]);
      expect(items[0]?.credentials.certs[0]?.certView.subjectDN).toBe("CN=partner.example");
    },
  );
}

interface Connection {
  idpBrowserSso: { ssoServiceEndpoints: object[] };
  credentials: { certs: { certView: { subjectDN: string } }[] };
}
