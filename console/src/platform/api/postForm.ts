/** A page from the server. */
export interface Posted {
  page: Document;
  /** Its address without the fragment. */
  address: URL;
}

/**
 * Undefined if the answer is not a page. XMLHttpRequest parses an answer into a document, which is the only way that
 * our Trusted Types policy permits.
 */
export function postForm(form: HTMLFormElement, pressed: HTMLButtonElement | null): Promise<Posted | undefined> {
  const data = new FormData(form, pressed);
  const hasFiles = form.enctype === "multipart/form-data";
  // A field may have the same name as a property of the form.
  const address = form.getAttribute("action") ?? "";
  return answered(
    "POST",
    address,
    hasFiles ? data : new URLSearchParams([...data].map(([name, value]) => [name, String(value)])),
  );
}

/** Loads the page at an address; undefined if the answer is not a page. */
export function getPage(address: URL): Promise<Posted | undefined> {
  return answered("GET", address.pathname + address.search);
}

function answered(
  method: string,
  address: string,
  body: XMLHttpRequestBodyInit | null = null,
): Promise<Posted | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = "document";
    request.onload = () => {
      const page = request.response as Document | null;
      resolve(page ? { page, address: new URL(request.responseURL) } : undefined);
    };
    request.onerror = () => resolve(undefined);
    request.send(body);
  });
}
