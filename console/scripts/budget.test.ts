import { describe, expect, it } from "vitest";
import { exceeded, type Manifest, measure, measureFrame, table } from "./budget.ts";

const HOME = "src/screens/home/index.tsx";
const manifest: Manifest = {
  "index.html": {
    file: "boot.js",
    isEntry: true,
    css: ["base.css"],
    dynamicImports: ["src/shell/start/console.tsx", "src/shell/start/login.tsx"],
  },
  "src/shell/start/console.tsx": {
    file: "console.js",
    css: ["console.css"],
    imports: ["_shared.js"],
    dynamicImports: [HOME],
  },
  "src/shell/start/login.tsx": { file: "login.js", css: ["login.css"], imports: ["_shared.js"] },
  "src/shell/start/setup.tsx": { file: "setup.js", imports: ["_shared.js"] },
  "messages:en/console": { file: "texts.js" },
  "messages:en/home": { file: "home-texts.js" },
  "_shared.js": { file: "shared.js", css: ["shared.css"] },
  [HOME]: { file: "home.js", imports: ["_shared.js"] },
};

function measured(sizes: Record<string, number>) {
  return measure(manifest, (file) => sizes[file] ?? 0);
}

describe("the byte budgets", () => {
  it("count each file once, with everything it imports", () => {
    const rows = measured({
      "boot.js": 1,
      "setup.js": 20_000,
      "console.js": 10,
      "shared.js": 100,
      "home.js": 1000,
      "base.css": 3,
      "console.css": 30,
      "login.js": 5,
      "login.css": 50,
    });
    expect(rows.map(({ bytes }) => bytes)).toEqual([111, 33, 159, 20_101, 1111]);
  });

  it.each([
    ["entry JS", { "console.js": 190_001 }],
    ["entry CSS", { "base.css": 90_001 }],
    ["log-in, JS and CSS", { "login.js": 100_000, "login.css": 100_001 }],
    ["first load JS of src/shell/start/setup.tsx", { "setup.js": 240_001 }],
    [`first load JS of ${HOME}`, { "home.js": 240_001 }],
  ])("fail when %s is over", (what, sizes) => {
    const over = exceeded(measured(sizes));
    expect(over.map((row) => row.what)).toEqual([what]);
    expect(table(over)).toMatch(/^OVER/);
  });

  it("pass at the limit", () => {
    expect(
      exceeded(measured({ "console.js": 190_000, "home.js": 50_000, "base.css": 90_000, "login.js": 110_000 })),
    ).toEqual([]);
  });

  it("fail if the build lacks a measured file", () => {
    expect(() => measure({ "index.html": { file: "boot.js" } }, () => 0)).toThrow("messages:en/console");
  });

  it("apply to the style and the script of the frame", () => {
    const frame: Manifest = { "src/frame/main.ts": { file: "f.js", css: ["f.css"] } };
    const rows = measureFrame(frame, (file) => (file === "f.css" ? 20_000 : 1));
    expect(exceeded(rows).map(({ what }) => what)).toEqual(["frame CSS"]);
  });
});
