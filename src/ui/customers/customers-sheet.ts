import type { RouterOutputs, TrpcClient } from '@/surfaces/trpc/react';
import { money, type Sheet, type SheetLine, words } from '@/ui/kit/export/sheet';
import { statusWords } from '@/ui/kit/status-pill';
import { allPages } from '@/ui/records/all-pages';
import type { ListQuestion } from '@/ui/records/list-filters';

type Row = RouterOutputs['customers']['page']['rows'][number];

/** The filtered customers, all pages, with amounts owed: one line per currency. */
export async function customersSheet(
  client: TrpcClient,
  question: ListQuestion,
  head: { readonly organization: string; readonly today: string },
): Promise<Sheet> {
  const rows = await allPages((page) => client.customers.page.query({ ...question, ...page }));
  return {
    name: `customers-${head.today}`,
    title: 'Customers',
    facts: [
      ['Organization', head.organization],
      ['Currency', 'As owed by each customer'],
      ['Filters', filterWords(question)],
    ],
    columns: ['Customer', 'Number', 'E-mail', 'Terms', 'Status', 'Overdue', 'Open balance', 'Currency'],
    lines: rows.flatMap(linesOf),
  };
}

function linesOf(row: Row): SheetLine[] {
  const who = [
    words(row.companyName),
    words(row.customerId),
    words(row.contactEmail),
    words(row.paymentTerms),
    words(statusWords(row.recordStatus)),
  ];
  if (row.openBalances.length === 0) return [{ cells: [...who, null, null, null] }];
  return row.openBalances.map(({ currencyCode, overdueAmount, openAmount }) => ({
    cells: [...who, money(overdueAmount, currencyCode), money(openAmount, currencyCode), words(currencyCode)],
  }));
}

function filterWords({ search, includeInactive }: ListQuestion): string {
  const state = includeInactive ? 'Active and inactive' : 'Active only';
  return search ? `${state}; containing: ${search}` : state;
}
