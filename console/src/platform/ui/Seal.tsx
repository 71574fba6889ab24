import "./Seal.css";

/** The mark of Hanse. It is decoration: the name beside it is what is read. */
export function Seal({ size = "md" }: { size?: "md" | "lg" }) {
  return <img className={`hanse-seal hanse-seal--${size}`} src="/seal.svg" alt="" />;
}
