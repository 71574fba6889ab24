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
  license: "/system/server/license",
  virtualHostNames: "/system/server/virtual-hostnames",
} as const;
