import { describe, expect, it } from "vitest";
import english from "../../../locales/en/system.json";
import { ApiError, type ValidationError } from "../../../platform/api/errors.ts";
import { SUGGESTED } from "../../../test/supportData.ts";
import { fileNameOf, type Settings, toFindings, toRequest, toValues } from "./form.ts";
import { sizeOf } from "./NodeTable.tsx";

const SETTINGS: Settings = { ...SUGGESTED, nodes: [], nodeTypeToCollect: "STANDALONE" };
const values = toValues(SETTINGS);

function refused(...validationErrors: Partial<ValidationError>[]) {
  const errors = validationErrors.map((error) => ({ errorId: "x", message: "server says", ...error }));
  const error = new ApiError({ status: 422, resultId: "validation_error", message: "no", validationErrors: errors });
  return toFindings(error, ({ id }) => english[id as keyof typeof english]);
}

describe("the request", () => {
  it("has the server's defaults when nothing was changed", () => {
    const { nodes: _, ...offered } = SETTINGS;
    expect(toRequest(values, undefined)).toEqual(offered);
  });

  it("names the chosen nodes of a cluster", () => {
    expect(toRequest(values, [3, 1])).toMatchObject({ nodesToCollect: [3, 1] });
    expect(toRequest(values, [])).toMatchObject({ nodesToCollect: [] });
    expect(toRequest(values, [1])).not.toHaveProperty("nodeTypeToCollect");
  });

  it("sends a blank size as no truncation at that end", () => {
    expect(toRequest({ ...values, fileHeadCollectionKBSize: " " }, undefined)).toMatchObject({
      fileHeadCollectionKBSize: null,
      fileTailCollectionKBSize: 900,
    });
  });

  it("has sizes and a passphrase only where they apply", () => {
    const request = toRequest({ ...values, truncateLogs: false, encryptionPassphrase: "Holstentor" }, undefined);
    expect(request).not.toHaveProperty("fileHeadCollectionKBSize");
    expect(request).not.toHaveProperty("encryptionPassphrase");
    const encrypted = { ...values, encryptArchive: true, encryptionPassphrase: "Holstentor" };
    expect(toRequest(encrypted, undefined)).toMatchObject({ encryptionPassphrase: "Holstentor" });
  });

  it.each(["", "ten", "1.5", "1e3"])("leaves it to the server to refuse %j", (typed) => {
    expect(toRequest({ ...values, reportCount: typed }, undefined)).toMatchObject({ reportCount: typed });
  });

  it("has the comment without blanks around it", () => {
    expect(toRequest({ ...values, comment: "  slow " }, undefined)).toMatchObject({ comment: "slow" });
    expect(toRequest({ ...values, comment: "  " }, undefined)).not.toHaveProperty("comment");
  });
});

describe("the errors", () => {
  it("have the texts of the specification", () => {
    expect(
      refused(
        { errorId: "request_incorrectly_formatted", fieldPath: "reportCount" },
        { errorId: "csd_node_to_collect_required", fieldPath: "nodesToCollect" },
      ),
    ).toEqual({
      fields: { reportCount: "This field must be a valid integer." },
      nodes: "At least one node must be selected.",
      rest: [],
    });
  });

  it("of truncation are shown under both sizes", () => {
    expect(refused({ fieldPath: "truncateLogs" }).fields).toEqual({
      fileHeadCollectionKBSize: "server says",
      fileTailCollectionKBSize: "server says",
    });
  });

  it("are shown at any other field, and above the form without one", () => {
    expect(
      refused(
        { fieldPath: "encryptionPassphrase" },
        { fieldPath: "nodesToCollect[1]", message: "There is no node 7." },
        { errorId: "csd_collection_already_in_progress", message: "Already." },
        { fieldPath: "unknown", message: "Else." },
      ),
    ).toEqual({
      fields: { encryptionPassphrase: "server says" },
      nodes: "There is no node 7.",
      rest: ["Already.", "Else."],
    });
  });
});

describe("a file", () => {
  it.each([
    [
      'attachment; filename="hanse-support-data-node-0-20261121T083000Z.zip"',
      "hanse-support-data-node-0-20261121T083000Z.zip",
    ],
    ['attachment; filename="../../etc/passwd"', undefined],
    ["attachment", undefined],
    [null, undefined],
  ])("has its name from %j", (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });

  it.each([
    [999, [999, "byte"]],
    [14_500, [14.5, "kilobyte"]],
    [2_500_000, [2.5, "megabyte"]],
    [1_500_000_000, [1.5, "gigabyte"]],
  ] as const)("has a size of %d bytes", (bytes, shown) => {
    expect(sizeOf(bytes)).toEqual(shown);
  });
});
