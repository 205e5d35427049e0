'use client';

import { SelectField } from '@/ui/kit/input/select-field';
import { categoryChoices } from './category-words';
import { CATEGORIES } from './report-filters';
import { useReport } from './use-report';

/** What the rows of the report are. */
export function RowsField() {
  const { filters, setFilters } = useReport();
  return (
    <SelectField
      label="Rows"
      className="w-48"
      value={filters.by}
      choices={categoryChoices(CATEGORIES, false)}
      onChange={(event) =>
        void setFilters({ by: CATEGORIES.find((known) => known === event.target.value) ?? null, place: null })
      }
    />
  );
}
