import type { Plugin } from "vite";

/**
 * PatternFly's base style sheet declares the Red Hat typefaces and its icon font. Hanse uses neither; left in, the
 * build would carry their files into the wheel.
 */
export function withoutPatternFlyFonts(): Plugin {
  return {
    name: "without-patternfly-fonts",
    enforce: "pre",
    transform(code, id) {
      return id.endsWith("/react-core/dist/styles/base.css") ? withoutFonts(code) : undefined;
    },
  };
}

export function withoutFonts(css: string): string {
  return css.replaceAll(/@font-face\s*\{[^}]*\}/g, "").replaceAll(/^\.pf-v6-pficon[^{]*\{[^}]*\}/gm, "");
}
