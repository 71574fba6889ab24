// Runs before the first paint, so that a dark console never flashes white. It is a file of its own because the
// Content-Security-Policy allows no inline script, and a classic script because modules run too late.
(() => {
  const key = "hanse.theme";
  const choices = ["system", "light", "dark", "contrast"];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");

  function chosen() {
    try {
      const stored = localStorage.getItem(key);
      return choices.includes(stored) ? stored : "system";
    } catch {
      return "system"; // Storage is switched off: the system decides.
    }
  }

  function apply() {
    const choice = chosen();
    const isDark = choice === "dark" || (choice !== "light" && dark.matches);
    const classes = document.documentElement.classList;
    classes.toggle("pf-v6-theme-dark", isDark);
    classes.toggle("pf-v6-theme-high-contrast", choice === "contrast" || (choice === "system" && contrast.matches));
    document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  }

  function choose(choice) {
    try {
      localStorage.setItem(key, choice);
    } catch {
      return; // Without storage a choice cannot last; the system goes on deciding.
    }
    apply();
  }

  dark.addEventListener("change", apply);
  contrast.addEventListener("change", apply);
  addEventListener("storage", (event) => event.key === key && apply());
  apply();
  window.hanseTheme = { chosen, choose };
})();
