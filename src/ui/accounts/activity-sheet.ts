import type { RouterInputs, RouterOutputs, TrpcClient } from '@/surfaces/trpc/react';
import { formatDate } from '@/ui/kit/date-format';
import { day, money, type Sheet, type SheetLine, words } from '@/ui/kit/export/sheet';
import { MOST_ROWS, tooLong } from '@/ui/records/all-pages';
import { ListTooLong } from '@/ui/records/list-too-long';
import type { SheetFacts } from '@/ui/records/use-sheet-facts';

type Question = RouterInputs['reports']['accountActivity'];
type Activity = RouterOutputs['reports']['accountActivity'];

/** Lines fetched per request. */
const AT_ONCE = 1_000;

/** All activity of an account between the selected dates, with opening and closing balance, for export. */
export async function activitySheet({
  client,
  question,
  facts,
}: {
  readonly client: TrpcClient;
  readonly question: Question;
  readonly facts: SheetFacts;
}): Promise<Sheet> {
  const { whole, lines } = await readActivity(client, question);
  const { account, currencyCode: currency, dateFrom, dateTo } = whole;
  const edge = (date: string, title: string, balance: string): SheetLine => ({
    cells: [day(date), null, null, words(title), null, null, money(balance, currency), words(currency)],
    isStrong: true,
  });
  return {
    name: `${account.code}-${dateFrom}-${dateTo}`,
    title: `${account.code} ${account.name}`,
    facts: await facts({
      period: `${formatDate(dateFrom)} to ${formatDate(dateTo)}`,
      subsidiaryId: question.subsidiaryId,
      currency,
    }),
    columns: ['Date', 'Entry', 'Document', 'Description', 'Debit', 'Credit', 'Balance', 'Currency'],
    lines: [
      edge(dateFrom, 'Opening balance', whole.opening),
      ...lines.map((line) => ({
        cells: [
          day(line.postingDate),
          words(line.entryNumber),
          words(line.transactionNumber),
          words(line.memo),
          money(line.debit, currency),
          money(line.credit, currency),
          money(line.balance, currency),
          words(currency),
        ],
      })),
      edge(dateTo, 'Closing balance', whole.closing),
    ],
  };
}

async function readActivity(client: TrpcClient, { page: _page, ...question }: Question) {
  const whole = await client.reports.accountActivity.query({ ...question, page: 1, limit: AT_ONCE });
  const total = whole.total ?? 0;
  if (total > MOST_ROWS) throw new ListTooLong(tooLong(total));
  const lines: Activity['lines'][number][] = [...whole.lines];
  let after = whole.nextCursor;
  while (after !== null && lines.length <= MOST_ROWS) {
    const next = await client.reports.accountActivity.query({ ...question, after, limit: AT_ONCE });
    lines.push(...next.lines);
    after = next.nextCursor;
  }
  return { whole, lines };
}
