'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Quantity } from '@/ui/kit/figures/money';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { notifyDone } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { NewButton } from '@/ui/records/new-button';
import { QueryView } from '@/ui/shell/query-view';
import { refusalOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { type CorrectFrom, CorrectRatesDialog, RateCorrections } from './correct-rates';
import { ratesQuestion, setupFilters } from './setup-tabs';

type Rate = RouterOutputs['setup']['exchangeRates']['list']['rows'][number];

const TYPES = [
  { value: 'SPOT', label: 'Spot, for documents dated that day' },
  { value: 'CLOSING', label: 'Closing, for revaluation and consolidation' },
  { value: 'AVERAGE', label: 'Average of the month' },
] as const;

/** Dated exchange rates, newest first. */
export function ExchangeRates() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(setupFilters);
  const [isNew, setNew] = useState(false);
  const [correcting, setCorrecting] = useState<CorrectFrom | null>(null);
  const question = ratesQuestion(filters.page);
  const query = trpc.setup.exchangeRates.list.useQuery(question, { placeholderData: keepPreviousData });
  const columns: Column<Rate>[] = [
    { id: 'date', header: 'Date', cell: (row) => <DateText value={row.rateDate} /> },
    {
      id: 'pair',
      header: 'Currencies',
      narrow: 'title',
      cell: (row) => (
        <span className="font-medium">
          {row.fromCurrency} in {row.toCurrency}
        </span>
      ),
    },
    { id: 'type', header: 'Kind', cell: (row) => statusWords(row.rateType) },
    { id: 'rate', header: 'Rate', align: 'end', cell: (row) => <Quantity value={row.rate} least={4} /> },
    {
      id: 'confirmation',
      header: 'Confirmed because',
      className: 'max-w-72 truncate text-ink-mute',
      cell: (row) => row.confirmation,
    },
    ...(books.may('gl.period.close')
      ? [
          {
            id: 'actions',
            header: <span className="sr-only">Actions</span>,
            align: 'end' as const,
            cell: (row: Rate) =>
              row.rateType === 'AVERAGE' ? null : (
                <Button
                  size="small"
                  aria-label={`Correct what used ${row.fromCurrency} in ${row.toCurrency} from ${row.rateDate}`}
                  onPress={() =>
                    setCorrecting({
                      currencies: [row.fromCurrency, row.toCurrency],
                      from: correctedFrom(row),
                    })
                  }
                >
                  Correct…
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      {books.may('gl.setup.write') ? <NewButton label="New rate" onPress={() => setNew(true)} /> : null}
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Exchange rates"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title="No rates yet">
                  Documents in other currencies need a rate for their date.
                </EmptyState>
              }
            />
            <Pager
              page={filters.page}
              limit={question.limit}
              total={page.total}
              onPage={(next) => void setFilters({ page: next })}
            />
          </>
        )}
      </QueryView>
      <RateCorrections />
      {correcting ? <CorrectRatesDialog start={correcting} onClose={() => setCorrecting(null)} /> : null}
      {isNew ? <NewRate onClose={() => setNew(false)} /> : null}
    </>
  );
}

/** A spot rate is good from its day, a closing rate for the month before it. */
function correctedFrom({ rateType, rateDate }: Rate): string {
  return rateType === 'CLOSING' ? `${rateDate.slice(0, 7)}-01` : rateDate;
}

function NewRate({ onClose }: { readonly onClose: () => void }) {
  const books = useBooks();
  const currencies = trpc.setup.currencies.list.useQuery({});
  const set = trpc.setup.exchangeRates.set.useMutation();
  const choices = (currencies.data ?? []).map(({ code, name }) => ({
    value: code,
    label: `${code} ${name}`,
  }));
  return (
    <RecordDialog
      title="New exchange rate"
      saveLabel="Save the rate"
      fields={[
        {
          name: 'fromCurrency',
          label: 'One unit of',
          kind: 'select',
          required: true,
          empty: 'Choose',
          choices,
        },
        {
          name: 'toCurrency',
          label: 'Equals, in',
          kind: 'select',
          required: true,
          empty: 'Choose',
          choices,
        },
        { name: 'rate', label: 'Rate', kind: 'number', required: true },
        { name: 'rateDate', label: 'On', kind: 'date', required: true },
        { name: 'rateType', label: 'Kind', kind: 'select', required: true, wide: true, choices: TYPES },
        ...(refusalOf(set.error)?.code === 'RATE_JUMP'
          ? [
              {
                name: 'confirmation',
                label: 'Why the rate is right',
                kind: 'text' as const,
                required: true,
                wide: true,
              },
            ]
          : []),
      ]}
      initial={{ rateDate: books.today, rateType: 'SPOT', toCurrency: books.organization.baseCurrency }}
      isSaving={set.isPending}
      error={set.error}
      onSave={(values) =>
        set.mutate(
          {
            rates: [
              {
                fromCurrency: values.fromCurrency ?? '',
                toCurrency: values.toCurrency ?? '',
                rate: (values.rate ?? '').trim(),
                rateDate: values.rateDate ?? '',
                rateType: TYPES.find(({ value }) => value === values.rateType)?.value ?? 'SPOT',
              },
            ],
            confirmation: orNull(values.confirmation),
          },
          {
            onSuccess: () => {
              notifyDone('The rate is saved.');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
