import { expect, it } from "vitest";
import { hasCryptoRights } from "./SessionProvider.tsx";

it.each([
  { roles: [], auditor: false, rights: false },
  { roles: ["ADMINISTRATOR", "USER_ADMINISTRATOR", "EXPRESSION_ADMINISTRATOR"], auditor: false, rights: false },
  { roles: ["CRYPTO_ADMINISTRATOR"], auditor: false, rights: true },
  { roles: [], auditor: true, rights: true },
])("crypto rights of $roles, auditor $auditor: $rights", ({ roles, auditor, rights }) => {
  expect(hasCryptoRights({ roles: new Set(roles), auditor })).toBe(rights);
});
