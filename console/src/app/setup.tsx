import Setup from "../screens/setup/index.tsx";
import { mount } from "./mount.tsx";

/** Mounts the wizard of the first-run setup. */
export function mountSetup(root: HTMLElement): void {
  mount(root, <Setup />);
}
