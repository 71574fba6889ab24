import { catalogue } from "../../../catalogue.ts";

export const encryptionKeysText = catalogue("configurationEncryptionKeys", {
  title: "Configuration Encryption Keys",
  description:
    "The secrets in this server's configuration, such as private keys, passwords and credentials, are stored encrypted. The newest key encrypts; older ones are kept, so that archives and backups from before stay readable.",
  keys: "Configuration encryption keys, the newest first",
  creationTime: "Creation Time",
  unknown: "Unknown",
  current: "Encrypts",
  total: "The newest {shown, number} of {total, number} keys are shown.",
  rotate: "Rotate",
  rotateTitle: "Rotate the encryption key?",
  rotateNew: "A new key is made, and every secret that is stored is encrypted with it, also those in the history.",
  rotateWait:
    "That is one change: either all of it happens or nothing. Saving waits for it, a second for some thousand secrets.",
  rotateOlder: "The older keys stay. Nothing has to be configured anew, and nobody is signed out.",
  rotateConfirm: "Rotate encryption key",
  rotated: "Encryption Key Rotated.",
  failed: "Encryption Key Rotation Failed.",
});
