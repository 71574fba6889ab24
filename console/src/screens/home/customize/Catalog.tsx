import { useDroppable } from "@dnd-kit/core";
import { Button, SearchInput, Title } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Groups } from "../api.ts";
import { CATALOG } from "./dragging.ts";
import { PageList } from "./PageList.tsx";

const AREAS = ["authentication", "applications", "security", "system"] as const;

interface CatalogProps {
  groups: Groups;
  chosen: ReadonlySet<string>;
  full: boolean;
  onAdd: (id: string) => void;
}

/** All pages that the administrator may open, by area. */
export function Catalog({ groups, chosen, full, onAdd }: CatalogProps) {
  const intl = useIntl();
  const { setNodeRef } = useDroppable({ id: CATALOG });
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = AREAS.map((area) => ({
    area,
    items: groups[area].filter(({ label }) => label.toLowerCase().includes(wanted)),
  })).filter(({ items }) => items.length > 0);

  return (
    <section ref={setNodeRef} aria-labelledby="all-pages" className="hanse-choice__section hanse-choice__catalog">
      <Title headingLevel="h2" size="md" id="all-pages">
        <FormattedMessage id="shortcuts.catalog" />
      </Title>
      <SearchInput
        aria-label={intl.formatMessage({ id: "shortcuts.search" })}
        placeholder={intl.formatMessage({ id: "shortcuts.search" })}
        value={search}
        onChange={(_, value) => setSearch(value)}
        onClear={() => setSearch("")}
        submitSearchButtonLabel={intl.formatMessage({ id: "shell.search" })}
        resetButtonLabel={intl.formatMessage({ id: "shortcuts.clearSearch" })}
      />
      {found.length === 0 && (
        <div role="status">
          <p>
            <FormattedMessage id="shortcuts.noHits" values={{ search: search.trim() }} />
          </p>
          <Button variant="link" isInline onClick={() => setSearch("")}>
            <FormattedMessage id="shortcuts.clearSearch" />
          </Button>
        </div>
      )}
      {found.map(({ area, items }) => (
        <PageList
          key={area}
          list={area}
          title={<FormattedMessage id={`area.${area}`} />}
          level="h3"
          items={items}
          chosen={chosen}
          full={full}
          onAdd={onAdd}
        />
      ))}
    </section>
  );
}
