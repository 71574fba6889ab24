import "./Seal.css";

/** Hanse's logo. It is decorative: screen readers read the name beside it. */
export function Seal({ size = "md" }: { size?: "md" | "lg" }) {
  return <img className={`hanse-seal hanse-seal--${size}`} src="/seal.svg" alt="" />;
}
