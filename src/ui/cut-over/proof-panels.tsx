'use client';

import { useState } from 'react';
import { Money } from '@/ui/kit/figures/money';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { actsColumn } from '@/ui/records/row-acts';
import { useBooks } from '@/ui/shell/session';
import { AssignDialog } from './assign-dialog';
import { isSome, isUnassigned, type Proof, type ProvedAccount } from './proof-words';

type Control = Proof['controls'][number];
type Contract = Proof['contracts'][number];

/** The proof: accounts, subledgers and contracts, each with the earlier system's figure next to Daybook's. */
export function ProofPanels({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const [showsAll, setShowsAll] = useState(false);
  const [assigning, setAssigning] = useState<ProvedAccount | null>(null);
  const { baseCurrency, openingTransactionId } = proof.cutOver;
  const money = (value: string) => <Money value={value} currency={baseCurrency} />;
  const differing = proof.accounts.filter(({ difference }) => isSome(difference));
  const columns: Column<ProvedAccount>[] = [
    {
      id: 'account',
      header: 'Account',
      narrow: 'title',
      cell: (row) => (
        <>
          <span className="figures mr-2 text-ink-mute">{row.code}</span>
          {row.name}
          {row.isClearing ? <span className="ml-2 text-ink-mute">(clearing)</span> : null}
        </>
      ),
    },
    { id: 'stated', header: 'Trial balance', align: 'end', cell: (row) => money(row.stated) },
    { id: 'balance', header: 'Daybook', align: 'end', cell: (row) => money(row.balance) },
    {
      id: 'difference',
      header: 'Difference',
      narrow: 'figure',
      narrowLabel: true,
      align: 'end',
      cell: (row) => money(row.difference),
    },
    {
      id: 'assigned',
      header: 'Assigned',
      narrowLabel: true,
      align: 'end',
      cell: (row) => money(row.assigned),
    },
    actsColumn((row) =>
      openingTransactionId !== null && isUnassigned(row) && books.may('gl.transaction.submit')
        ? [
            {
              words: 'Assign…',
              label: `Assign the difference of ${row.code}`,
              onPress: () => setAssigning(row),
            },
          ]
        : [],
    ),
  ];
  return (
    <>
      <Panel
        title="Trial balance by account"
        flush
        actions={
          <Checkbox
            label={proof.accounts.length === 1 ? 'The one account' : `All ${proof.accounts.length} accounts`}
            checked={showsAll}
            onChange={({ target }) => setShowsAll(target.checked)}
          />
        }
      >
        <DataTable
          label="Trial balance by account"
          columns={columns}
          rows={showsAll ? proof.accounts : differing}
          rowId={(row) => row.accountId}
          empty={
            <EmptyState title={proof.accounts.length === 0 ? 'No figures yet' : 'Every account agrees'}>
              {proof.accounts.length === 0
                ? 'Upload and import the files above.'
                : 'The imported trial balance and Daybook have the same balance on every account.'}
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="Open items and contracts against their accounts" flush>
        <DataTable
          label="Open items and contracts against their accounts"
          columns={CONTROLS}
          rows={proof.controls}
          rowId={(row) => `${row.control} ${row.currencyCode}`}
          empty={
            <EmptyState title="Nothing open yet">Receivables, payables and contracts appear here.</EmptyState>
          }
        />
      </Panel>
      <Contracts contracts={proof.contracts} />
      {assigning === null ? null : (
        <AssignDialog proof={proof} account={assigning} onClose={() => setAssigning(null)} />
      )}
    </>
  );
}

const words = (name: string) => {
  const plain = name.toLowerCase().replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

const CONTROLS: Column<Control>[] = [
  { id: 'control', header: 'Account', narrow: 'title', cell: (row) => words(row.control) },
  { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
  {
    id: 'subledger',
    header: 'Items or contracts',
    align: 'end',
    cell: (row) => <Money value={row.subledger} currency={row.currencyCode} />,
  },
  {
    id: 'ledger',
    header: 'Ledger',
    align: 'end',
    cell: (row) => <Money value={row.ledger} currency={row.currencyCode} />,
  },
  {
    id: 'difference',
    header: 'Difference',
    narrowLabel: true,
    align: 'end',
    cell: (row) => <Money value={row.difference} currency={row.currencyCode} />,
  },
];

function Contracts({ contracts }: { readonly contracts: readonly Contract[] }) {
  const books = useBooks();
  const [showsAll, setShowsAll] = useState(false);
  if (contracts.length === 0) return null;
  const differing = contracts.filter(({ explanation }) => explanation !== null);
  const columns: Column<Contract>[] = [
    {
      id: 'contract',
      header: 'Contract',
      narrow: 'title',
      cell: (row) => <TextLink href={books.path(`revenue/${row.contractId}`)}>{row.contractNumber}</TextLink>,
    },
    { id: 'way', header: 'Taken over by', cell: (row) => words(row.way) },
    {
      id: 'stated',
      header: 'Deferred before',
      align: 'end',
      cell: (row) => <Money value={row.statedDeferred} currency={row.currencyCode} />,
    },
    {
      id: 'deferred',
      header: 'Deferred here',
      align: 'end',
      cell: (row) => <Money value={row.deferred} currency={row.currencyCode} />,
    },
    {
      id: 'difference',
      header: 'Difference',
      narrowLabel: true,
      align: 'end',
      cell: (row) => <Money value={row.difference} currency={row.currencyCode} />,
    },
    { id: 'why', header: 'Why', className: 'text-ink-mute', cell: (row) => row.explanation ?? '' },
  ];
  return (
    <Panel
      title="Deferred revenue by contract"
      flush
      actions={
        <Checkbox
          label={contracts.length === 1 ? 'The one contract' : `All ${contracts.length} contracts`}
          checked={showsAll}
          onChange={({ target }) => setShowsAll(target.checked)}
        />
      }
    >
      <DataTable
        label="Deferred revenue by contract"
        columns={columns}
        rows={showsAll ? contracts : differing}
        rowId={(row) => row.contractId}
        empty={
          <EmptyState title="Every contract agrees">
            Each has what the earlier system had deferred.
          </EmptyState>
        }
      />
    </Panel>
  );
}
