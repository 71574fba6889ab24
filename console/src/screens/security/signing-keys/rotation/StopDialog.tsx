import { useMutation } from "@tanstack/react-query";
import { FormattedMessage } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { WarningDialog } from "../../../../platform/forms/dialog/WarningDialog.tsx";
import { utcDay } from "../../../../platform/ui/utcDate.ts";
import { type KeyPair, stopRotation } from "../api.ts";
import { useRevision } from "../useRevision.ts";

interface StopDialogProps {
  pair: KeyPair;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before nobody renews a certificate any more. */
export function StopDialog({ pair, onDone, onClose }: StopDialogProps) {
  const revision = useRevision(pair.id);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => stopRotation(pair.id, await revision()),
    onSuccess: onDone,
  });
  return (
    <WarningDialog
      title={<FormattedMessage id="signingKeysRotation.stopTitle" values={{ name: nameOf(pair) }} />}
      confirmLabel={<FormattedMessage id="signingKeysRotation.stopConfirm" />}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="signingKeysRotation.stopBody" values={{ day: utcDay(pair.expires) }} />
      </p>
    </WarningDialog>
  );
}
