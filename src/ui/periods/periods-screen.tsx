'use client';

import dynamic from 'next/dynamic';
import { parseAsBoolean, parseAsInteger, useQueryState, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Pill } from '@/ui/kit/figures/pill';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import type { MenuEntry } from '@/ui/kit/menus/menu-entry';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterSelect } from '@/ui/kit/tables/filter-bar';
import { text } from '@/ui/kit/tables/url-state';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { AdjustmentDialog } from './adjustment-dialog';
import { CloseThroughDialog } from './close-through-dialog';
import { PeriodDialog, type PeriodStep } from './period-dialog';
import { dueThrough, type Period, yearOn } from './period-rows';
import { RevaluationDialog } from './revaluation-dialog';

// Loaded on demand; not part of the list behind it.
const CalendarsDialog = dynamic(() => import('./calendars-dialog').then((part) => part.CalendarsDialog), {
  ssr: false,
});

const FILTERS = { subsidiary: text, year: parseAsInteger, revalue: text };

/** Fiscal periods by subsidiary: what is open, and closing it step by step. */
export function PeriodsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(FILTERS);
  const [step, setStep] = useState<{ period: Period; step: PeriodStep } | null>(null);
  const [through, setThrough] = useState<Period | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [isOpen, setOpen] = useQueryState('calendars', parseAsBoolean.withDefault(false));
  const tools = trpc.useUtils();
  const addYear = trpc.periods.createYear.useMutation({
    onSuccess: (made) => {
      void tools.periods.list.invalidate();
      notifyDone(`${made.length} periods were added.`);
    },
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const query = trpc.periods.list.useQuery({});
  const subsidiaries = trpc.subsidiaries.list.useQuery({ limit: 100 });
  const first = subsidiaries.data?.rows[0];
  const names = new Map(subsidiaries.data?.rows.map((row) => [row.id, row.name]));
  const years = [...new Set(query.data?.map((period) => period.fiscalYear))].sort((a, b) => b - a);
  const year = filters.year ?? yearOn(query.data ?? [], books.today);
  const rows = (query.data ?? []).filter(
    (period) =>
      period.fiscalYear === year && (filters.subsidiary === '' || period.subsidiaryId === filters.subsidiary),
  );
  const revalued = query.data?.find(({ id }) => id === filters.revalue);
  const columns: Column<Period>[] = [
    {
      id: 'label',
      header: 'Period',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <span className="flex items-center gap-2 font-medium">
          {row.label} {row.isAdjustment ? <Pill tone="accent">Adjustments</Pill> : null}
        </span>
      ),
    },
    {
      id: 'subsidiary',
      header: 'Subsidiary',
      className: 'whitespace-nowrap',
      cell: (row) => names.get(row.subsidiaryId),
    },
    {
      id: 'from',
      header: 'From',
      className: 'max-sm:hidden',
      cell: (row) => <DateText value={row.startDate} />,
    },
    { id: 'to', header: 'To', className: 'max-sm:hidden', cell: (row) => <DateText value={row.endDate} /> },
    { id: 'status', header: 'State', cell: (row) => <StatusPill status={row.status} /> },
    {
      id: 'reason',
      header: 'Note',
      className: 'max-w-72 truncate text-ink-mute',
      cell: (row) => row.statusReason,
    },
    {
      id: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (row) => (
        <Steps
          period={row}
          onStep={(next) => setStep({ period: row, step: next })}
          onThrough={dueThrough(query.data ?? [], row).length > 1 ? () => setThrough(row) : null}
          onRevalue={() => void setFilters({ revalue: row.id })}
        />
      ),
    },
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Periods"
        description="A closed period accepts no postings. A locked period is closed permanently."
        actions={
          first ? (
            <>
              <Button onPress={() => void setOpen(true)}>Fiscal calendars…</Button>
              {books.may('gl.setup.write') ? (
                <>
                  <Button
                    isPending={addYear.isPending}
                    onPress={() => addYear.mutate({ fiscalYear: (years[0] ?? year) + 1 })}
                  >
                    Add {(years[0] ?? year) + 1}
                  </Button>
                  <Button onPress={() => setAdding(true)}>Add a 13th period…</Button>
                </>
              ) : null}
            </>
          ) : undefined
        }
      />
      <div className="flex flex-wrap gap-2">
        <FilterSelect
          label="Subsidiary"
          value={filters.subsidiary}
          choices={(subsidiaries.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onValue={(subsidiary) => void setFilters({ subsidiary: subsidiary || null })}
        />
        <FilterSelect
          label="Year"
          value={String(year)}
          choices={years.map((value) => ({ value: String(value), label: String(value) }))}
          onValue={(value) => void setFilters({ year: value === '' ? null : Number(value) })}
        />
      </div>
      <QueryView query={query}>
        {() => (
          <DataTable
            label="Periods"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No periods in this year">Choose another year.</EmptyState>}
          />
        )}
      </QueryView>
      {isAdding && first ? (
        <AdjustmentDialog
          periods={query.data ?? []}
          subsidiaries={subsidiaries.data?.rows ?? []}
          year={year}
          subsidiaryId={filters.subsidiary || first.id}
          onClose={(added) => {
            setAdding(false);
            if (added !== undefined) void setFilters({ year: added });
          }}
        />
      ) : null}
      {isOpen ? (
        <CalendarsDialog subsidiaries={subsidiaries.data?.rows ?? []} onClose={() => void setOpen(null)} />
      ) : null}
      {through ? (
        <CloseThroughDialog
          period={through}
          due={dueThrough(query.data ?? [], through)}
          onClose={() => setThrough(null)}
        />
      ) : null}
      {revalued ? (
        <RevaluationDialog
          periodId={revalued.id}
          label={`${revalued.label} of ${names.get(revalued.subsidiaryId) ?? ''}`.replace(/ of $/, '')}
          onClose={() => void setFilters({ revalue: null })}
        />
      ) : step ? (
        <PeriodDialog period={step.period} step={step.step} onClose={() => setStep(null)} />
      ) : null}
    </Page>
  );
}

function Steps({
  period,
  onStep,
  onThrough,
  onRevalue,
}: {
  readonly period: Period;
  readonly onStep: (step: PeriodStep) => void;
  /** Null where no earlier period is open. */
  readonly onThrough: (() => void) | null;
  readonly onRevalue: () => void;
}) {
  const books = useBooks();
  const mayClose = books.may('gl.period.close');
  const entries: MenuEntry[] = [];
  const offer = (id: PeriodStep, label: string) => entries.push({ id, label, onAction: () => onStep(id) });
  if (mayClose && (period.status === 'OPEN' || period.status === 'SOFT_CLOSED')) {
    entries.push({ id: 'revalue', label: 'Revalue…', onAction: onRevalue });
  }
  if (mayClose && period.status === 'OPEN') offer('softClose', 'Soft close…');
  // One step at a time: an open period is soft-closed first.
  if (mayClose && period.status === 'SOFT_CLOSED') offer('close', 'Close…');
  if (mayClose && onThrough !== null && (period.status === 'OPEN' || period.status === 'SOFT_CLOSED')) {
    entries.push({ id: 'through', label: 'Close with all earlier periods…', onAction: onThrough });
  }
  if (books.may('gl.period.lock') && period.status === 'CLOSED') offer('lock', 'Lock…');
  if (mayClose && (period.status === 'SOFT_CLOSED' || period.status === 'CLOSED')) offer('reopen', 'Reopen…');
  if (entries.length === 0) return null;
  return (
    <ActionMenu
      label={`Steps of ${period.label}`}
      trigger={
        <Button size="small" aria-label={`Change ${period.label}`}>
          Change
        </Button>
      }
      entries={entries}
    />
  );
}
