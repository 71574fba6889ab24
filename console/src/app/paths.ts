/** Every path of the console, in one place. */
export const paths = {
  home: "/",
  login: "/login",
  endpoints: "/help/endpoints/$kind",
  authentication: "/authentication",
  applications: "/applications",
  security: "/security",
  system: "/system",
  signingKeys: "/security/certificate-and-key-management/signing-decryption-keys-certificates",
  signingKeyCreate: "/security/certificate-and-key-management/signing-decryption-keys-certificates/generate",
  signingKey: "/security/certificate-and-key-management/signing-decryption-keys-certificates/$id",
  tokenSigningKeys: "/security/certificate-and-key-management/token-signing-keys",
  addKeySet: "/security/certificate-and-key-management/token-signing-keys/add",
  editKeySet: "/security/certificate-and-key-management/token-signing-keys/edit/$id",
  oauthKeys: "/security/certificate-and-key-management/oauth-openid-connect-keys",
  license: "/system/server/license",
  virtualHostNames: "/system/server/virtual-hostnames",
} as const;
