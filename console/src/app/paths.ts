/** Every path of the console, in one place. */
export const paths = {
  home: "/",
  login: "/login",
  license: "/system/server/license",
  virtualHostNames: "/system/server/virtual-hostnames",
} as const;
