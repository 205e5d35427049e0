'use client';

import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import type { Contract } from './contract-months';
import { TREATMENT_WORDS } from './event-detail';

type Version = Contract['versions'][number];

/** Every version of a modified contract: its effective date, when it was recorded, and its allocation. */
export function ContractVersions({ view }: { readonly view: Contract }) {
  if (view.versions.length < 2) return null;
  const currency = view.contract.currencyCode;
  const keys = [...new Set(view.versions.flatMap(({ allocations }) => allocations.map(({ key }) => key)))];
  const columns: Column<Version>[] = [
    { id: 'version', header: 'Version', cell: (row) => <span className="font-medium">{row.version}</span> },
    { id: 'effective', header: 'Effective', cell: (row) => <DateText value={row.effectiveDate} /> },
    { id: 'recorded', header: 'Recorded', cell: (row) => <InstantText value={row.recordedAt} /> },
    {
      id: 'treatment',
      header: 'Modified',
      cell: (row) => (row.treatment === null ? null : TREATMENT_WORDS[row.treatment]),
    },
    {
      id: 'price',
      header: `Transaction price (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.transactionPrice} currency={currency} />,
    },
    ...keys.map(
      (key): Column<Version> => ({
        id: `k/${key}`,
        header: key,
        align: 'end',
        cell: (row) => (
          <Money value={row.allocations.find((one) => one.key === key)?.allocated} currency={currency} />
        ),
      }),
    ),
  ];
  return (
    <section aria-label="Versions" className="flex flex-col gap-2">
      <h2 className="font-semibold">Versions</h2>
      <DataTable
        label="Versions"
        columns={columns}
        rows={[...view.versions].reverse()}
        rowId={(row) => String(row.version)}
      />
    </section>
  );
}
