import type { FieldChange } from '@/ui/kit/figures/timeline';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';

const COLUMNS: readonly Column<FieldChange>[] = [
  { id: 'field', header: 'Field', cell: (row) => row.field },
  {
    id: 'before',
    header: 'Before',
    className: 'break-words text-ink-mute',
    cell: (row) => row.before ?? '–',
  },
  { id: 'after', header: 'After', className: 'break-words', cell: (row) => row.after ?? '–' },
];

/** The fields of a change, before and after. */
export function ChangesTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <DataTable
      label="Fields"
      columns={COLUMNS}
      rows={changes}
      rowId={(row) => row.field}
      empty={<EmptyState title="No field changed" />}
    />
  );
}
