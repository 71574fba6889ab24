/** Has the browser save what was fetched: a link to it is followed and forgotten, and no address shows what it was. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken the content over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
