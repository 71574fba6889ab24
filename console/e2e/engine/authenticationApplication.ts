/** A small single-page application that signs users in with the authentication API. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { RunningServer } from "../server.ts";

/** Starts the application on the site of the server, with its certificate. Returns its address and the function that stops it. */
export async function startAuthenticationApplication(server: RunningServer) {
  const files = ["server.crt", "server.key"].map((name) => readFile(join(server.data, "tls", name)));
  const [cert, key] = await Promise.all(files);
  const started = createServer({ cert, key }, (_, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.end(pageFor(server.engine));
  });
  await new Promise<void>((resolve) => started.listen(0, "localhost", resolve));
  return {
    address: `https://localhost:${(started.address() as AddressInfo).port}/sign-in`,
    close: () => {
      started.closeAllConnections();
      started.close();
    },
  };
}

/** The form of each state: the action, and its inputs with their labels and types. */
const FORMS = {
  USERNAME_PASSWORD_REQUIRED: ["checkUsernamePassword", { username: ["Username"], password: ["Password", "password"] }],
  TOTP_ACTIVATION_REQUIRED: ["activateTotpDevice", { otp: ["First code"] }],
  RECOVERY_CODES_ISSUED: ["continueAuthentication", {}],
  OTP_REQUIRED: ["checkOtp", { otp: ["Code"] }],
};

const pageFor = (engine: string) => `<!doctype html>
<html lang="en">
<title>Our own sign-in</title>
<h1></h1>
<p role="alert"></p>
<form></form>
<script type="module">
  const forms = ${JSON.stringify(FORMS)};
  const flow = new URLSearchParams(location.search).get("flowId");
  const [heading, alert, form] = document.querySelectorAll("h1, [role=alert], form");

  async function call(action, input) {
    const headers = { "X-XSRF-Header": "app" };
    if (action) headers["Content-Type"] = "application/vnd.pingidentity." + action + "+json";
    const answer = await fetch("${engine}/pf-ws/authn/flows/" + flow, {
      method: action ? "POST" : "GET",
      headers,
      credentials: "include",
      body: action && JSON.stringify(input),
    });
    return answer.json();
  }

  function show(state) {
    alert.textContent = state.details?.map(({ userMessage, message }) => userMessage ?? message).join(" ") ?? "";
    if (state.details) return;
    if (state.resumeUrl) return location.assign(state.resumeUrl);
    heading.textContent = state.status;
    heading.dataset.secret = state.secret ?? "";
    const [action, inputs] = forms[state.status];
    form.replaceChildren(
      ...Object.entries(inputs).map(([name, [label, type]]) => {
        const line = document.createElement("label");
        const input = Object.assign(document.createElement("input"), { name, type: type ?? "text" });
        line.append(label, input);
        return line;
      }),
      Object.assign(document.createElement("button"), { textContent: "Next" }),
    );
    form.onsubmit = async (event) => {
      event.preventDefault();
      show(await call(action, Object.fromEntries(new FormData(form))));
    };
  }

  show(await call());
</script>
</html>`;
