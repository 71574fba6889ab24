import LogIn from "../screens/session/log-in/index.tsx";
import { mount } from "./mount.tsx";
import { forgetDismissals } from "./shell/banners/dismissals.ts";

export function mountLogin(root: HTMLElement): Promise<void> {
  // Whoever is here has no session any more.
  forgetDismissals();
  return mount(root, <LogIn />);
}
