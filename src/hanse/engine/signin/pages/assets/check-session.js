// The frame of the server (OpenID Connect Session Management 1.0, section 3.2): a client sends its client ID and the
// session_state of its sign-in, and receives "unchanged", "changed" or "error".
(() => {
  const name = document.currentScript.dataset.cookie;

  function browserState() {
    const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
    return found === undefined ? "" : found.slice(name.length + 1);
  }

  function digest(text) {
    return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then((octets) =>
      btoa(Array.from(new Uint8Array(octets), (each) => String.fromCharCode(each)).join(""))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=/g, ""),
    );
  }

  addEventListener("message", (event) => {
    // A page without an origin of its own cannot be answered.
    if (event.source === null || event.source === window || event.origin === "null") return;
    const reply = (answer) => event.source.postMessage(answer, event.origin);
    const sent = typeof event.data === "string" ? event.data.match(/^([^ ]+) ([^ .]+)\.([^ .]+)$/) : null;
    if (sent === null) {
      reply("error");
      return;
    }
    digest(`${sent[1]} ${event.origin} ${browserState()} ${sent[3]}`).then(
      (expected) => reply(expected === sent[2] ? "unchanged" : "changed"),
      () => reply("error"),
    );
  });
})();
