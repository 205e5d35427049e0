'use client';

import { useState } from 'react';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money, Quantity } from '@/ui/kit/figures/money';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { notifyDone } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Left = RouterOutputs['setup']['exchangeRates']['correct']['left'][number];

type Item = Pick<
  RouterOutputs['setup']['exchangeRates']['corrections'][number]['items'][number],
  | 'kind'
  | 'label'
  | 'originOn'
  | 'postedOn'
  | 'beforeRate'
  | 'afterRate'
  | 'beforeBase'
  | 'afterBase'
  | 'difference'
  | 'entryId'
  | 'entryNumber'
>;

const KINDS: Readonly<Record<Item['kind'], string>> = {
  DOCUMENT: 'Document',
  SETTLEMENT: 'Settlement',
  CONTRACT: 'Contract',
  COST: 'Contract cost or provision',
  JOURNAL: 'Journal of a contract',
  REVALUATION: 'Revaluation',
  REVALUATION_REVERSAL: 'Reversal of a revaluation',
};

/** Where a correction begins: a rate that was set again. */
export interface CorrectFrom {
  readonly currencies: readonly string[];
  readonly from: string;
}

/** Shows what a corrected rate affects, before and after, and then posts the differences. */
export function CorrectRatesDialog({
  start,
  onClose,
}: {
  readonly start: CorrectFrom;
  readonly onClose: () => void;
}) {
  const subsidiaries = trpc.subsidiaries.list.useQuery({ limit: 100 });
  // A subsidiary for eliminations has entries of consolidation only, which take no rate from the table.
  const choices = (subsidiaries.data?.rows ?? []).filter(
    ({ baseCurrency, isElimination }) =>
      !isElimination && (start.currencies.length === 0 || start.currencies.includes(baseCurrency)),
  );
  const [chosen, setChosen] = useState('');
  const [from, setFrom] = useState(start.from);
  const [to, setTo] = useState('');
  const subsidiary = choices.find(({ id }) => id === chosen) ?? choices[0];
  const currency = start.currencies.find((code) => code !== subsidiary?.baseCurrency) ?? '';
  const preview = trpc.setup.exchangeRates.correct.useMutation();
  const correct = trpc.setup.exchangeRates.correct.useMutation();
  const input: RouterInputs['setup']['exchangeRates']['correct'] = {
    subsidiaryId: subsidiary?.id ?? '',
    currencyCode: currency,
    from,
    to: to || null,
  };
  const shown = preview.data;
  const error = correct.error ?? preview.error;
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    preview.reset();
  };
  return (
    <ConfirmDialog
      title="Correct rates"
      className="max-w-5xl"
      isOpen
      onClose={onClose}
      confirmLabel="Post the differences"
      isPending={correct.isPending}
      isDisabled={shown === undefined || shown.items.length === 0}
      error={error ? sentenceOf(error) : undefined}
      onConfirm={() =>
        correct.mutate(input, {
          onSuccess: ({ items }) => {
            notifyDone(
              items.length === 1
                ? '1 difference is posted.'
                : `${items.length.toLocaleString('en-US')} differences are posted.`,
            );
            onClose();
          },
        })
      }
    >
      <p className="max-w-3xl text-ink-soft">
        Brings documents, settlements and contracts that took their rate from the table, and revaluations of
        closed periods, to the rates in the table now. What belongs to a closed period is posted in the first
        open one.
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label="Subsidiary"
          value={subsidiary?.id ?? ''}
          choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => change(setChosen)(event.target.value)}
        />
        <DateField label={`${currency} documents from`} required value={from} onValue={change(setFrom)} />
        <DateField label="To" value={to} onValue={change(setTo)} />
      </div>
      <div>
        <Button
          isPending={preview.isPending}
          isDisabled={subsidiary === undefined || from === ''}
          onPress={() => preview.mutate({ ...input, $call: { dryRun: true } })}
        >
          Show what it affects
        </Button>
      </div>
      {shown === undefined ? null : (
        <>
          <CorrectedItems label="What it affects" items={shown.items} currency={shown.baseCurrencyCode} />
          <LeftDocuments left={shown.left} count={shown.leftCount} />
        </>
      )}
    </ConfirmDialog>
  );
}

function CorrectedItems({
  label,
  items,
  currency,
  isPosted = false,
}: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly currency: string;
  readonly isPosted?: boolean;
}) {
  const books = useBooks();
  const amount = (id: 'beforeBase' | 'afterBase' | 'difference', header: string): Column<Item> => ({
    id,
    header: `${header}, ${currency}`,
    align: 'end',
    cell: (row) => <Money value={row[id]} currency={currency} />,
  });
  const columns: Column<Item>[] = [
    { id: 'kind', header: 'What', cell: (row) => KINDS[row.kind] },
    { id: 'label', header: 'Number', narrow: 'title', cell: (row) => row.label },
    { id: 'origin', header: 'Belongs to', cell: (row) => <DateText value={row.originOn} /> },
    {
      id: 'rates',
      header: 'Rate',
      cell: (row) =>
        row.beforeRate === null || row.afterRate === null ? null : (
          <>
            <Quantity value={row.beforeRate} /> → <Quantity value={row.afterRate} />
          </>
        ),
    },
    amount('beforeBase', 'Before'),
    amount('afterBase', 'After'),
    amount('difference', 'Difference'),
    { id: 'posted', header: 'Posted on', cell: (row) => <DateText value={row.postedOn} /> },
    ...(isPosted
      ? [
          {
            id: 'entry',
            header: 'Entry',
            cell: (row: Item) => (
              <TextLink href={books.path(`entries/${row.entryId}`)}>{row.entryNumber}</TextLink>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={items}
      rowId={(row) => row.entryId}
      empty={<EmptyState title="Nothing to correct">Everything stands at the rates in the table.</EmptyState>}
    />
  );
}

/** The documents a correction does not change, with the reason. */
function LeftDocuments({ left, count }: { readonly left: readonly Left[]; readonly count: number }) {
  const books = useBooks();
  if (count === 0) return null;
  const columns: Column<Left>[] = [
    {
      id: 'label',
      header: 'Number',
      narrow: 'title',
      cell: (row) => <TextLink href={books.path(`transactions/${row.id}`)}>{row.label}</TextLink>,
    },
    { id: 'date', header: 'Date', cell: (row) => <DateText value={row.date} /> },
    { id: 'rate', header: 'Its own rate', align: 'end', cell: (row) => <Quantity value={row.rate} /> },
    {
      id: 'table',
      header: 'Rate in the table',
      align: 'end',
      cell: (row) => (row.tableRate === null ? 'None' : <Quantity value={row.tableRate} />),
    },
  ];
  return (
    <section aria-label="Left alone" className="flex flex-col gap-1.5">
      <p className="text-ink-soft">
        {count === 1
          ? '1 document states a rate of its own and is left alone.'
          : `${count.toLocaleString('en-US')} documents state rates of their own and are left alone.`}{' '}
        Where that rate is wrong too, reverse the document and post it again.
        {count > left.length ? ` The first ${left.length.toLocaleString('en-US')} are listed.` : ''}
      </p>
      <DataTable label="Left alone" columns={columns} rows={left} rowId={(row) => row.id} />
    </section>
  );
}

/** The corrections posted so far, the last first. */
export function RateCorrections() {
  const query = trpc.setup.exchangeRates.corrections.useQuery({});
  const subsidiaries = trpc.subsidiaries.list.useQuery({ limit: 100 });
  return (
    <QueryView query={query}>
      {(runs) => {
        const posted = runs.filter(({ items, leftCount }) => items.length > 0 || leftCount > 0);
        if (posted.length === 0) return null;
        return (
          <section aria-label="Corrections" className="flex flex-col gap-3">
            <h2 className="font-semibold text-lead">Corrections</h2>
            {posted.map((run) => {
              const of = subsidiaries.data?.rows.find(({ id }) => id === run.subsidiaryId);
              return (
                <div key={run.id} className="flex flex-col gap-1.5">
                  <p className="text-ink-soft">
                    {run.currencyCode} {of === undefined ? '' : `of ${of.name} `}from{' '}
                    <DateText value={run.fromDate} />
                  </p>
                  <CorrectedItems
                    label={`Correction from ${run.fromDate}`}
                    items={run.items}
                    currency={of?.baseCurrency ?? ''}
                    isPosted
                  />
                  <LeftDocuments left={run.left} count={run.leftCount} />
                </div>
              );
            })}
          </section>
        );
      }}
    </QueryView>
  );
}
