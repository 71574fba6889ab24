import { Skeleton } from "@patternfly/react-core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import "./forms.css";

interface FormSectionProps {
  /** The ID of the heading, for elements that it labels. */
  id: string;
  title: ReactNode;
  /** The purpose of the section. */
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

/** The skeleton of a form: a label and an input for each field, in their sizes. */
export function FormSkeleton({ fields }: { fields: number }) {
  const intl = useIntl();
  return (
    <div className="hanse-form-skeleton" aria-busy="true">
      {Array.from({ length: fields }, (_, index) => `field-${index}`).map((key, index) => (
        <div key={key}>
          <Skeleton
            width="8rem"
            height="1.3rem"
            screenreaderText={index === 0 ? intl.formatMessage({ id: "ui.loading" }) : ""}
          />
          <Skeleton height="2.25rem" />
        </div>
      ))}
    </div>
  );
}
