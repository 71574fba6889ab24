// Creates or uses a passkey (Web Authentication Level 3) when the user presses the button of the page, and sends the
// browser's response with the form.
const field = document.getElementById("credential");
const button = document.getElementById("passkeyButton");
const failure = document.getElementById("passkeyFailure");

const decoded = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const encoded = (octets) =>
  btoa(String.fromCharCode(...new Uint8Array(octets)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
const withIds = (list) => (list ?? []).map((each) => ({ ...each, id: decoded(each.id) }));

async function created(options) {
  const user = { ...options.user, id: decoded(options.user.id) };
  const publicKey = { ...options, user, challenge: decoded(options.challenge) };
  publicKey.excludeCredentials = withIds(options.excludeCredentials);
  const { id, rawId, type, response } = await navigator.credentials.create({ publicKey });
  return {
    id,
    type,
    rawId: encoded(rawId),
    response: {
      clientDataJSON: encoded(response.clientDataJSON),
      attestationObject: encoded(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

async function used(options) {
  const publicKey = { ...options, challenge: decoded(options.challenge) };
  publicKey.allowCredentials = withIds(options.allowCredentials);
  const { id, rawId, type, response } = await navigator.credentials.get({ publicKey });
  return {
    id,
    type,
    rawId: encoded(rawId),
    response: {
      clientDataJSON: encoded(response.clientDataJSON),
      authenticatorData: encoded(response.authenticatorData),
      signature: encoded(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: encoded(response.userHandle) }),
    },
  };
}

field.form.addEventListener("submit", async (event) => {
  if (event.submitter !== button) return;
  event.preventDefault();
  failure.hidden = true;
  button.disabled = true;
  try {
    const options = JSON.parse(field.dataset.options);
    const credential = await (field.dataset.ceremony === "create" ? created(options) : used(options));
    field.value = JSON.stringify(credential);
    field.form.submit();
  } catch {
    // The user has cancelled, the time is over, or there is no suitable device. Browsers do not tell them apart.
    failure.hidden = false;
    button.disabled = false;
  }
});
