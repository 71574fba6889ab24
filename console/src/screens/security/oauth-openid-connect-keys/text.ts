import { catalogue } from "../../../catalogue.ts";

export const oauthKeysText = catalogue("oauthKeys", {
  description:
    "The keys with which this server signs and decrypts tokens: those that it makes and renews by itself, or static ones that you choose.",
  enable: "Enable static keys",
  enableHelp:
    "Static keys are chosen below, and stay until you change them. Without them the server makes keys and renews them by itself; what is chosen is kept for later.",
  on: "On",
  off: "Off",
  stopsKeySets:
    "While static keys are off, Token Signing Keys are not in force: all issuers sign with keys that the server makes.",
  signingHelp:
    "They sign the tokens of every issuer that is in no key set of its own. The active certificate signs and is published; the previous one is published only.",
  decryption: "Decryption keys",
  decryptionHelp: "What others encrypt for this server is decrypted with these. They are published with “use”: “enc”.",
  needsRsa: "Choose an active RSA certificate for signing.",
  signingOf: "{label} (signing)",
  decryptionOf: "{label} (decryption)",
});
