/** OpenSSL as the counterpart of every file, as administrators use it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const FILE_PASSWORD = "Correct-horse-of-files";

export interface Workshop {
  folder: string;
  /** A key pair in a PKCS #12 file under FILE_PASSWORD. */
  pkcs12: (commonName: string) => string;
  /** The answer of the test's own certificate authority to a request: certificate and authority, in PEM. */
  sign: (request: string) => string;
  /** The private key and the certificates of a PKCS #12 file, in PEM. */
  opened: (pkcs12: string) => string;
  remove: () => void;
}

export function workshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "hanse-openssl-"));
  const path = (name: string) => join(folder, name);
  const openssl = (...command: string[]) => execFileSync("openssl", command, { stdio: "pipe", cwd: folder });

  function certified(name: string, subject: string): void {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
    openssl("req", "-x509", ...key, "-keyout", `${name}.key`, "-out", `${name}.crt`, "-days", "90", "-subj", subject);
  }

  certified("authority", "/O=Example Authority/CN=Example Root");
  return {
    folder,
    pkcs12: (commonName) => {
      certified("made", `/C=DE/O=Elsewhere/CN=${commonName}`);
      const files = ["-inkey", "made.key", "-in", "made.crt", "-out", "made.p12"];
      openssl("pkcs12", "-export", ...files, "-passout", `pass:${FILE_PASSWORD}`);
      return path("made.p12");
    },
    sign: (request) => {
      const authority = ["-CA", "authority.crt", "-CAkey", "authority.key", "-CAcreateserial", "-days", "60"];
      openssl("x509", "-req", "-in", request, ...authority, "-out", "signed.crt");
      return path("signed.crt");
    },
    opened: (pkcs12) => openssl("pkcs12", "-in", pkcs12, "-noenc", "-passin", `pass:${FILE_PASSWORD}`).toString(),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
