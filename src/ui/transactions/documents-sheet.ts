import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import type { RouterInputs, TrpcClient } from '@/surfaces/trpc/react';
import { formatDate } from '@/ui/kit/date-format';
import { day, money, type Sheet, type SheetCell, words } from '@/ui/kit/export/sheet';
import { statusWords } from '@/ui/kit/status-pill';
import { allPages, inParts } from '@/ui/records/all-pages';
import type { SheetFacts } from '@/ui/records/use-sheet-facts';
import { methodWords } from './method-words';
import { openOf } from './open-amount';
import type { TransactionRow } from './transactions-table';

type Question = RouterInputs['transactions']['list'];
type Asked = {
  readonly client: TrpcClient;
  readonly question: Question;
  readonly facts: SheetFacts;
  readonly today: string;
};

/** The filtered list of transactions, all pages, for export. */
export async function transactionsSheet(asked: Asked): Promise<Sheet> {
  const rows = await readRows(asked);
  const names = await entityNames(asked.client, rows);
  const volumes = new Map(
    (
      await inParts(
        rows.filter(({ kind }) => kind === 'JOURNAL').map(({ id }) => id),
        (ids) => asked.client.directory.journalVolumes.query({ ids }),
      )
    ).map(({ id, debits }) => [id, debits]),
  );
  return {
    name: `transactions-${asked.today}`,
    title: 'Transactions',
    facts: await headOf(asked),
    columns: ['Number', 'Date', 'Type', 'Name', 'Memo', 'Status', 'Total', 'Currency'],
    lines: rows.map((row) => ({
      cells: [
        words(row.transactionNumber),
        day(row.transactionDate),
        words(KIND_FACTS[row.kind].label),
        words(row.entityId && names.get(row.entityId)),
        words(row.memo),
        words(statusWords(row.status)),
        row.kind === 'JOURNAL' ? volume(volumes.get(row.id), row) : money(row.totalAmount, row.currencyCode),
        words(row.currencyCode),
      ],
    })),
  };
}

/** The filtered documents of one kind, all pages, with their open amounts. */
export async function kindSheet(asked: Asked & { readonly kind: TransactionKind }): Promise<Sheet> {
  const rows = await readRows(asked);
  const names = await entityNames(asked.client, rows);
  const { label } = KIND_FACTS[asked.kind];
  const isDue = asked.kind === 'INVOICE';
  return {
    name: `${label.toLowerCase().replaceAll(' ', '-')}s-${asked.today}`,
    title: `${label}s`,
    facts: await headOf(asked),
    columns: [
      'Number',
      'Date',
      ...(isDue ? ['Due'] : []),
      asked.kind === 'VENDOR_PAYMENT' ? 'Paid to' : 'Customer',
      isDue ? 'Reference' : 'Method',
      'Status',
      'Total',
      isDue ? 'Open' : 'Unapplied',
      'Currency',
    ],
    lines: rows.map((row) => ({
      cells: [
        words(row.transactionNumber),
        day(row.transactionDate),
        ...(isDue ? [day(row.dueDate)] : []),
        words(row.entityId && names.get(row.entityId)),
        words(isDue || row.paymentMethod === null ? row.referenceNumber : methodWords(row.paymentMethod)),
        words(statusWords(row.status)),
        money(row.totalAmount, row.currencyCode),
        money(openOf(row), row.currencyCode),
        words(row.currencyCode),
      ],
    })),
  };
}

function readRows({ client, question }: Asked): Promise<TransactionRow[]> {
  return allPages((page) => client.transactions.list.query({ ...question, ...page }));
}

async function entityNames(client: TrpcClient, rows: readonly TransactionRow[]) {
  const found = await inParts(
    rows.map(({ entityId }) => entityId),
    (ids) => client.directory.entityNames.query({ ids }),
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

function volume(debits: string | undefined, { currencyCode }: TransactionRow): SheetCell {
  return debits === undefined ? null : money(toAmountString(dec(debits), currencyCode), currencyCode);
}

async function headOf({ client, question, facts }: Asked) {
  const { dateFrom, dateTo, status, kind, search, entityId } = question;
  const [entity] = entityId ? await client.directory.entityNames.query({ ids: [entityId] }) : [];
  return facts({
    period: periodWords(dateFrom, dateTo),
    subsidiaryId: question.subsidiaryId,
    currency: 'Of each document',
    filters: [
      ...(kind ? [`Type: ${KIND_FACTS[kind].label}`] : []),
      ...(status ? [`Status: ${statusWords(status)}`] : []),
      ...(entity ? [`Name: ${entity.name}`] : []),
      ...(question.unapplied ? ['Unapplied only'] : []),
      ...(search ? [`Containing: ${search}`] : []),
    ],
  });
}

function periodWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return `${formatDate(from)} to ${formatDate(to)}`;
  if (from) return `From ${formatDate(from)}`;
  return to ? `To ${formatDate(to)}` : undefined;
}
