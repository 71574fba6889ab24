import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface LinkButtonProps {
  to: NonNullable<LinkProps["to"]>;
  variant?: "primary" | "secondary";
  children: ReactNode;
}

/** A link that looks like a button, and can be opened in another tab like every link. */
export function LinkButton({ to, variant = "primary", children }: LinkButtonProps) {
  return (
    <Link to={to} className={`pf-v6-c-button pf-m-${variant}`}>
      <span className="pf-v6-c-button__text">{children}</span>
    </Link>
  );
}
