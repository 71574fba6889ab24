/** Entries for the forms of SP adapters and default URLs, by the frame page. */
import { type Form, named, ticked } from "./keyboardForm.ts";

export const HANDOVER: Record<string, Form[]> = {
  spAdapters: [
    {
      type: "Signed JWT SP Adapter",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.write("Application URL", "https://app.example.com/sso");
        await keys.write("Audience", "app");
      },
    },
  ],
  spAdapterMappings: [
    {
      fill: async (keys, { mark }) => {
        await keys.choose("IdP adapter", `Gate ${mark}`);
        await keys.choose("SP adapter", `Application ${mark}`);
        await keys.choose("sub: Source", "Text");
        await keys.write("sub: Value", "joe");
      },
    },
  ],
  spContractMappings: [
    {
      fill: async (keys, { mark }) => {
        await keys.choose("Authentication policy contract", `User ${mark}`);
        await keys.choose("SP adapter", `Application ${mark}`);
        await keys.choose("sub: Source", "Text");
        await keys.write("sub: Value", "joe");
      },
    },
  ],
  targetUrlMappings: [
    {
      fill: async (keys, { mark }) => {
        await keys.post("Add: Target URL mappings");
        await keys.page.keyboard.type(`https://${mark}.example.com/*`);
        await keys.choose("Target URL mapping 1: Target", `Application ${mark}`);
      },
    },
  ],
  idpDefaultUrl: [ticked("Confirm single logout")],
  idpDiscovery: [{ fill: (keys) => keys.write("Common domain", "federation.example.org") }],
  spDefaultUrls: [{ fill: (keys) => keys.write("SSO success URL", "https://app.example.com/home") }],
};
