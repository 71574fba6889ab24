import { Skeleton } from "@patternfly/react-core";
import { useIntl } from "react-intl";

/** Holds the place of a form: a label and an input for each field, in their sizes. */
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
