'use client';

import { formatDate } from '@/ui/kit/figures/date-format';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { PATTERNS } from '../contracts/contract-tables';
import type { StoredContract, StoredTerms } from './stored-contract';

type Allocated = {
  readonly allocations: readonly { readonly key: string; readonly amount: string }[];
  readonly price?: {
    readonly elements: readonly { readonly key: string; readonly amount: string; readonly why: string }[];
  };
};
type Row = StoredTerms['obligations'][number] & { readonly share: string | undefined };

/** The obligations of a draft and their shares of the price. */
export function DraftTerms({
  contract,
}: {
  readonly contract: StoredContract & { readonly allocation: unknown };
}) {
  const currency = contract.currencyCode;
  const terms = contract.terms as StoredTerms | null;
  const allocated = contract.allocation as Allocated | null;
  const shares = new Map(allocated?.allocations.map(({ key, amount }) => [key, amount]));
  const rows: Row[] = (terms?.obligations ?? []).map((one) => ({ ...one, share: shares.get(one.key) }));
  const elements = allocated?.price?.elements ?? [];
  return (
    <>
      <section aria-label="Obligations" className="flex flex-col gap-2">
        <h2 className="font-semibold">Obligations</h2>
        <DataTable
          label="Obligations"
          columns={columnsIn(currency)}
          rows={rows}
          rowId={(row) => row.key}
          empty={<EmptyState title="No obligations yet">Edit the draft to add some.</EmptyState>}
        />
      </section>
      {elements.length > 1 ? (
        <Panel title="Price">
          <Facts
            facts={elements.map(({ key, amount, why }) => ({
              label: key === 'fixed' ? 'Fixed' : key,
              value: (
                <>
                  <Money value={amount} currency={currency} showCurrency zero="digits" />
                  <span className="block text-ink-mute text-small">{why}</span>
                </>
              ),
            }))}
          />
        </Panel>
      ) : null}
    </>
  );
}

function columnsIn(currency: string): Column<Row>[] {
  return [
    { id: 'key', header: 'Obligation', cell: (row) => <span className="font-medium">{row.key}</span> },
    {
      id: 'description',
      header: 'Description',
      className: 'max-w-72 truncate text-ink-mute max-lg:hidden',
      cell: (row) => row.description,
    },
    { id: 'pattern', header: 'Satisfied', cell: ({ pattern }) => patternWords(pattern) },
    {
      id: 'capacity',
      header: 'Role',
      className: 'max-xl:hidden',
      cell: (row) => statusWords(row.capacity ?? 'PRINCIPAL'),
    },
    {
      id: 'ssp',
      header: `Standalone selling price (${currency})`,
      align: 'end',
      cell: (row) => {
        if (row.ssp !== undefined) return <Money value={String(row.ssp)} currency={currency} />;
        if (row.productCode === undefined) return row.method === 'RESIDUAL' ? 'Residual approach' : null;
        return `Price list: ${row.productCode}${row.units === undefined ? '' : ` × ${row.units}`}`;
      },
    },
    {
      id: 'share',
      header: 'Allocation',
      align: 'end',
      cell: (row) => <Money value={row.share} currency={currency} zero="digits" />,
    },
  ];
}

function patternWords(pattern: Row['pattern']): string {
  switch (pattern.kind) {
    case 'REPURCHASE':
      return 'Sale with a repurchase agreement';
    case 'LICENCE':
      return pattern.intellectualProperty === 'SYMBOLIC'
        ? `License, ${formatDate(pattern.start)} to ${formatDate(pattern.end)}`
        : `License, on ${formatDate(pattern.start)}`;
    case 'RATABLE':
      return `${PATTERNS.RATABLE}, ${formatDate(pattern.start)} to ${formatDate(pattern.end)}`;
    default:
      return PATTERNS[pattern.kind];
  }
}
