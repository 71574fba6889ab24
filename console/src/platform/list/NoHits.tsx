import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import SearchIcon from "@patternfly/react-icons/dist/esm/icons/search-icon";
import { FormattedMessage, useIntl } from "react-intl";

interface NoHitsProps {
  /** What is listed, in the plural. */
  what: string;
  search: string;
  onClear: () => void;
}

/** A search that found nothing: what was searched for, and the way out. */
export function NoHits({ what, search, onClear }: NoHitsProps) {
  const intl = useIntl();
  return (
    <EmptyState variant="sm" headingLevel="h2" icon={SearchIcon} titleText={intl.formatMessage({ id: "list.noHits" })}>
      <EmptyStateBody>
        <FormattedMessage id="list.noHitsBody" values={{ what, search }} />
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button variant="link" onClick={onClear}>
            <FormattedMessage id="list.clear" />
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
