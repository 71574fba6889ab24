/** Every path of the console, in one place. */
export const paths = {
  home: "/",
  login: "/login",
  authentication: "/authentication",
  applications: "/applications",
  security: "/security",
  system: "/system",
  license: "/system/server/license",
  virtualHostNames: "/system/server/virtual-hostnames",
} as const;
