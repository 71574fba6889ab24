/**
 * The generated paths as the clients use them: relative to their prefix, and without the anti-forgery header, which
 * transport.ts adds to every call so that no caller can forget it.
 */
import type { paths } from "./generated/admin.ts";

export const ADMIN_API = "/pf-admin-api/v1";
export const SESSION_SERVICE = "/pf-admin-ui";

export type AdminPaths = Below<typeof ADMIN_API>;
export type SessionPaths = Below<typeof SESSION_SERVICE>;

type Below<Prefix extends string> = {
  [Path in keyof paths as Path extends `${Prefix}${infer Rest}` ? Rest : never]: Callable<paths[Path]>;
};

type Callable<Item> = { [Method in keyof Item]: WithoutHeader<Item[Method]> };

type WithoutHeader<Operation> = Operation extends { parameters: { header: infer Headers } }
  ? Omit<Operation, "parameters"> & {
      parameters: Omit<Operation["parameters"], "header"> & { header?: Partial<Headers> };
    }
  : Operation;
