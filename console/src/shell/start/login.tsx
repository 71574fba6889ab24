import LogIn from "../../screens/session/log-in/index.tsx";
import { forgetDismissals } from "../banners/dismissals.ts";
import { mount } from "./mount.tsx";

export function mountLogin(root: HTMLElement): Promise<void> {
  // The page that opens the log-in screen has no session any more.
  forgetDismissals();
  return mount(root, <LogIn />);
}
