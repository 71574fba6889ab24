/** Entries for the forms of token exchange, by the frame page. */
import { type Form, named } from "./keyboardForm.ts";

const JWT = "urn:ietf:params:oauth:token-type:jwt";

export const TOKEN_EXCHANGE: Record<string, Form[]> = {
  tokenProcessors: [
    {
      type: "JWT Token Processor",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.write("Issuer", "https://idp.example.com");
      },
    },
    {
      type: "OAuth Access Token Processor",
      fill: async (keys, given) => {
        await named(keys, given);
        await keys.choose("Access Token Manager", `Tokens ${given.mark}`);
      },
    },
  ],
  tokenExchangeProcessorPolicies: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.post("Add: Token processor mappings");
        await keys.write("Subject token type", JWT);
        await keys.choose("Subject token processor", `Processor ${mark}`);
        await keys.choose("subject: Source", "Subject token");
        await keys.choose("subject: Value", "sub");
      },
    },
  ],
  processorPolicyGrantMapping: [
    {
      fill: async (keys, { mark }) => {
        await keys.choose("Processor policy", `Exchange ${mark}`);
        await keys.choose("USER_KEY: Source", "Text");
        await keys.write("USER_KEY: Value", "joe");
      },
    },
  ],
  tokenGenerators: [{ fill: named }],
  tokenExchangeGeneratorGroups: [
    {
      fill: async (keys, { name, mark }) => {
        await keys.write("Name", name);
        await keys.post("Add: Token generator mappings");
        await keys.page.keyboard.type(JWT);
        await keys.choose("Token generator mappings 1: Token generator", `Generator ${mark}`);
      },
    },
  ],
  tokenGeneratorMappings: [
    {
      fill: async (keys, { mark }) => {
        await keys.choose("Processor policy", `Exchange ${mark}`);
        await keys.choose("Token generator", `Generator ${mark}`);
        await keys.choose("sub: Source", "Text");
        await keys.write("sub: Value", "joe");
      },
    },
  ],
};
