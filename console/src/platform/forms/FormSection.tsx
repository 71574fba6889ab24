import type { ReactNode } from "react";
import "./forms.css";

interface FormSectionProps {
  /** Of the heading, for what is labelled by it. */
  id: string;
  title: ReactNode;
  /** What the section is for. */
  help?: ReactNode;
  children: ReactNode;
}

/** A part of a long form under a heading of its own. */
export function FormSection({ id, title, help, children }: FormSectionProps) {
  return (
    <section className="hanse-form__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {help && <p className="hanse-form__help">{help}</p>}
      {children}
    </section>
  );
}
