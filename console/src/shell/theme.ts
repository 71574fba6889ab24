/** The typed face of public/theme.js, which decides and applies the theme. */
export const themeChoices = ["system", "light", "dark", "contrast"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

declare global {
  interface Window {
    hanseTheme?: { chosen: () => ThemeChoice; choose: (choice: ThemeChoice) => void };
  }
}

export function chosenTheme(): ThemeChoice {
  return window.hanseTheme?.chosen() ?? "system";
}

export function chooseTheme(choice: ThemeChoice): void {
  window.hanseTheme?.choose(choice);
}
