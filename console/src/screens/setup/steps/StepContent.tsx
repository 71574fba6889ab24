import type { Facts, Step } from "../draft.ts";
import type { Plan } from "../finish.ts";
import type { LicenceFile } from "../licenceFile.ts";
import { AdministratorStep } from "./AdministratorStep.tsx";
import { BaseUrlStep } from "./BaseUrlStep.tsx";
import { LicenseStep } from "./LicenseStep.tsx";
import { PingOneStep } from "./PingOneStep.tsx";
import { ReviewStep } from "./ReviewStep.tsx";

interface StepContentProps {
  step: Step;
  facts: Facts;
  licence: LicenceFile;
  plan: Plan;
  /** What the server said of a credential that it refused. */
  reason: string | undefined;
  onChange: (step: number) => void;
}

/** The fields of one step. */
export function StepContent({ step, facts, licence, plan, reason, onChange }: StepContentProps) {
  const { choice, choose, clear } = licence;
  switch (step) {
    case "baseUrl":
      return <BaseUrlStep />;
    case "pingOne":
      return <PingOneStep reason={reason} />;
    case "license":
      return <LicenseStep current={facts.licence} choice={choice} onChoose={choose} onClear={clear} />;
    case "administrator":
      return <AdministratorStep rules={facts.passwordRules} />;
    case "review":
      return <ReviewStep plan={plan} choice={choice} current={facts.licence} onChange={onChange} />;
  }
}
