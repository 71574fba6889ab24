import { describe, expect, it } from "vitest";
import { credentialOf } from "../../../../test/wizard/fakeServer.ts";
import type { Connection } from "../api.ts";
import { missing, toBody, toValues, type Values, withCredential } from "./form.ts";

const values = (changes: Partial<Values>): Values => ({
  checking: "checked",
  credential: "",
  name: "",
  description: "",
  ...changes,
});
const kontor = credentialOf("Kontor");
const stored: Connection = {
  id: "c-1",
  name: "Kontor",
  active: false,
  encryptedCredential: "sealed",
  organizationName: "Kontor",
  region: "EU",
};

describe("the name", () => {
  it.each<[string, Values, string, string]>([
    ["is that of the organization", values({}), kontor, "Kontor"],
    [
      "follows the credential as long as nobody chose one",
      values({ credential: kontor, name: "Kontor" }),
      credentialOf("Other"),
      "Other",
    ],
    ["stays when it was chosen", values({ credential: kontor, name: "Mine" }), credentialOf("Other"), "Mine"],
    ["stays when the credential cannot be read", values({ credential: kontor, name: "Kontor" }), "nonsense", "Kontor"],
  ])("%s", (_, before, credential, name) =>
    expect(withCredential(before, credential)).toEqual({ ...before, credential, name }),
  );
});

describe("missing values", () => {
  it.each<[string, Values, boolean, string[]]>([
    ["a new one without anything", values({}), true, ["credential", "name"]],
    ["white space alone", values({ credential: " \n", name: " " }), true, ["credential", "name"]],
    ["a stored one keeps its credential", values({ name: "Kontor" }), false, []],
    ["a stored one without a name", values({}), false, ["name"]],
    ["a whole one", values({ credential: kontor, name: "Kontor" }), true, []],
  ])("%s", (_, given, isNew, fields) => expect(missing(given, isNew)).toEqual(fields));
});

describe("the request", () => {
  it("creates an active connection without other fields", () =>
    expect(toBody(values({ credential: ` ${kontor}\n`, name: " Kontor ", description: " " }), undefined)).toEqual({
      name: "Kontor",
      description: null,
      active: true,
      credential: kontor,
    }));

  it("keeps the stored credential if the field is blank", () => {
    const sent = toBody({ ...toValues(stored), description: "Ours" }, stored);
    expect(sent).toEqual({ ...stored, description: "Ours" });
    expect(sent).not.toHaveProperty("credential");
  });

  it("has only the new credential", () => {
    const sent = toBody({ ...toValues(stored), credential: kontor }, stored);
    expect(sent).toMatchObject({ id: "c-1", active: false, credential: kontor });
    expect(sent).not.toHaveProperty("encryptedCredential");
  });
});
