import LogIn from "../screens/session/log-in/index.tsx";
import { mount } from "./mount.tsx";

export function mountLogin(root: HTMLElement): void {
  mount(root, <LogIn />);
}
