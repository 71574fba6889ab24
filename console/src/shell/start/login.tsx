import LogIn from "../../screens/session/log-in/index.tsx";
import { forgetDismissals } from "../banners/dismissals.ts";
import { mount } from "./mount.tsx";

export function mountLogin(root: HTMLElement): Promise<void> {
  // Whoever is here has no session any more.
  forgetDismissals();
  return mount(root, <LogIn />);
}
