/** A page that the server answered. */
export interface Posted {
  page: Document;
  /** Where it is from, without a part of the page. */
  address: URL;
}

/**
 * Undefined where nothing was answered that is a page. XMLHttpRequest makes a document of an answer, which no other way
 * does under our policy for markup.
 */
export function postForm(form: HTMLFormElement, pressed: HTMLButtonElement | null): Promise<Posted | undefined> {
  const data = new FormData(form, pressed);
  const hasFiles = form.enctype === "multipart/form-data";
  // A field could be called as a property of the form is.
  const address = form.getAttribute("action") ?? "";
  return answered(
    "POST",
    address,
    hasFiles ? data : new URLSearchParams([...data].map(([name, value]) => [name, String(value)])),
  );
}

/** The page at an address; undefined as above. */
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
