/**
 * The short name of a moment's day or month in the page's language, as it is written alone: `Nov`, and not `Nov.` as within
 * a German date. The server's pages write the same (`kit/time_format.py`). American English, as `en-GB` has "Sept".
 */
export function nameIn(date: Date, timeZone: string, part: { weekday: "short" } | { month: "short" }): string {
  const language = document.documentElement.lang;
  return new Intl.DateTimeFormat(/^(de|es)$/.test(language) ? language : "en-US", { timeZone, ...part }).format(date);
}
