import type { Column } from '@/ui/kit/tables/data-table';
import { count, type StoredImport, shownCounts } from './import-words';

/** How many rows an upload has and how many of them are imported, in every list of uploads. */
export function countColumns<Row extends Pick<StoredImport, 'counts' | 'orders'>>(): Column<Row>[] {
  return [
    { id: 'rows', header: 'Rows', align: 'end', cell: (row) => count(row.counts.total) },
    {
      id: 'imported',
      header: 'Imported',
      narrow: 'figure',
      narrowLabel: true,
      align: 'end',
      cell: (row) => count(shownCounts(row).imported),
    },
  ];
}
