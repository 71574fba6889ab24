import { expect, it } from "vitest";
import { placeAt } from "./places.ts";

it.each([
  ["add", { kind: "typeForm", id: undefined }],
  ["edit/pays", { kind: "typeForm", id: "pays" }],
  ["processors", { kind: "processors" }],
  ["processors/add", { kind: "processorForm", id: undefined }],
  ["processors/edit/payments", { kind: "processorForm", id: "payments" }],
  ["processors/edit", { kind: "nowhere" }],
  ["elsewhere", { kind: "nowhere" }],
])("%s is a place", (rest, place) => expect(placeAt(rest)).toEqual(place));
