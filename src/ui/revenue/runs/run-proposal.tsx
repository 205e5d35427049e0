'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useAccounts } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';

export type Run = RouterOutputs['revenue']['runs']['get'];

type Line = {
  readonly id: string;
  readonly accountId: string | null;
  readonly contracts: number | null;
  readonly rows: number;
  readonly catchUp: string | null;
  readonly amount: string;
  readonly currencyCode: string;
};

/** Lines of a run that are not revenue. */
const NOT_REVENUE: Readonly<Record<string, string>> = {
  costs: 'Contract costs amortized',
  provisions: 'Provisions for losses',
};

/** The revenue of a run by account, the amortized costs, the provisions for losses, and the amounts excluded because of holds. */
export function RunProposal({ run }: { readonly run: Pick<Run, 'proposal'> }) {
  const books = useBooks();
  const accounts = useAccounts();
  const { lines, costs, provisions = [], held } = run.proposal;
  const rows: Line[] = [
    ...lines.map((line) => ({
      ...line,
      id: `${line.revenueAccountId}/${line.currencyCode}`,
      accountId: line.revenueAccountId,
    })),
    ...costs.map((line) => ({
      ...line,
      id: `costs/${line.currencyCode}`,
      accountId: null,
      contracts: null,
      catchUp: null,
    })),
    ...provisions.map((line) => ({
      ...line,
      id: `provisions/${line.currencyCode}`,
      accountId: null,
      contracts: null,
      catchUp: null,
    })),
  ];
  const nameOf = (id: string) => {
    const account = accounts.byId.get(id);
    return account ? `${account.code} ${account.name}` : 'Revenue account';
  };
  return (
    <div className="flex flex-col gap-2">
      <DataTable
        label="What it recognizes"
        rows={rows}
        rowId={(line) => line.id}
        empty={<EmptyState title="Nothing is due">No obligation has revenue due by that date.</EmptyState>}
        columns={[
          {
            id: 'account',
            header: 'Account',
            cell: (line) =>
              line.accountId === null ? (
                NOT_REVENUE[line.id.split('/')[0] ?? '']
              ) : (
                <RowLink href={books.path(`accounts/${line.accountId}`)}>{nameOf(line.accountId)}</RowLink>
              ),
          },
          {
            id: 'contracts',
            header: 'Contracts',
            align: 'end',
            cell: (line) => line.contracts?.toLocaleString('en-US'),
          },
          {
            id: 'rows',
            header: 'Rows',
            align: 'end',
            className: 'max-sm:hidden',
            cell: (line) => line.rows.toLocaleString('en-US'),
          },
          {
            id: 'catchUp',
            header: 'Of which catch-up',
            align: 'end',
            className: 'max-sm:hidden',
            cell: (line) => <Money value={line.catchUp} currency={line.currencyCode} />,
          },
          {
            id: 'amount',
            header: 'Amount',
            align: 'end',
            cell: (line) => <Money value={line.amount} currency={line.currencyCode} showCurrency />,
          },
        ]}
      />
      {held.map((line) => (
        <p key={`${line.revenueAccountId}/${line.currencyCode}`} className="text-ink-mute">
          On hold and excluded: {line.currencyCode} {formatAmount(line.amount, line.currencyCode)} on{' '}
          {nameOf(line.revenueAccountId)}. It is recognized as a catch-up after the hold is released.
        </p>
      ))}
    </div>
  );
}

/** "USD 183,675.78 of 18 contracts" for each currency. */
export function runTotalWords({ proposal }: Pick<Run, 'proposal'>): string {
  const words = proposal.totals.map(
    ({ currencyCode, amount }) => `${currencyCode} ${formatAmount(amount, currencyCode, { zero: 'digits' })}`,
  );
  return words.length === 0 ? 'no revenue' : words.join(' and ');
}
