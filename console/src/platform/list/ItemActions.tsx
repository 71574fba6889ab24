import { Button } from "@patternfly/react-core";
import PencilAltIcon from "@patternfly/react-icons/dist/esm/icons/pencil-alt-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";

interface ItemActionsProps {
  /** Each says which item it is about: all buttons look the same. */
  editLabel: string;
  deleteLabel: string;
  onEdit: () => void;
  /** Not there for those who may only look. */
  onDelete?: (() => void) | undefined;
}

/** What can be done with one item of a list. */
export function ItemActions({ editLabel, deleteLabel, onEdit, onDelete }: ItemActionsProps) {
  return (
    <>
      <Button variant="plain" icon={<PencilAltIcon />} aria-label={editLabel} onClick={onEdit} />
      {onDelete && <Button variant="plain" icon={<TrashIcon />} aria-label={deleteLabel} onClick={onDelete} />}
    </>
  );
}
