import { amountText, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ZERO } from '@/core/money/decimal';
import { streamReport } from '@/db/record-stream';
import { activityStatement, type StoredActivityLine } from '@/db/reports/entries/account-activity';
import { readingContext } from '../kit/run';
import { defineStream } from '../kit/stream';
import { activityFilters, wholeActivity } from './show-account-activity';

/** A line of an account's activity in a file: the opening balance, a line with the balance after it, or the closing balance. */
export interface StreamedActivityLine {
  readonly kind: 'OPENING' | 'LINE' | 'YEAR_END' | 'CLOSING';
  readonly postingDate: string;
  readonly entryNumber: string | null;
  readonly transactionNumber: string | null;
  readonly memo: string | null;
  readonly debit: string | null;
  readonly credit: string | null;
  /** In the direction of the account's normal balance. */
  readonly balance: string;
  readonly currencyCode: string;
}

type Stored = Omit<StoredActivityLine, 'runningOfPage'>;

/**
 * The whole activity of an account between two days, however many lines it has: the opening balance first, the closing balance last, all
 * of one moment. Refuses as the report does (`accountActivity`).
 */
export const streamAccountActivity = defineStream({
  name: 'reports.accountActivity.export',
  permission: 'gl.report.read',
  input: activityFilters,
  open: (claim, asked, call) =>
    streamReport<Stored, StreamedActivityLine>(claim, async (tenant) => {
      const frame = await wholeActivity(readingContext(tenant, call), asked);
      const { currencyCode } = frame.scope;
      const sign = frame.account.normalSide === 'DEBIT' ? '1' : '-1';
      let moved: Decimal = ZERO;
      let isFirst = true;
      const amount = (value: Decimal) => toAmountString(value, currencyCode);
      return {
        ...activityStatement(tenant, frame.query),
        complete(rows, isLast) {
          const lines = rows.map((line): StreamedActivityLine => {
            moved = moved.plus(dec(line.debit).minus(line.credit));
            return {
              kind: line.kind,
              postingDate: line.postingDate,
              entryNumber: line.entryNumber,
              transactionNumber: line.transactionNumber,
              memo: line.memo,
              debit: amountText(line.debit, currencyCode),
              credit: amountText(line.credit, currencyCode),
              balance: amount(dec(frame.opening).plus(moved.times(sign))),
              currencyCode,
            };
          });
          const before = isFirst ? [edge(frame, 'OPENING')] : [];
          isFirst = false;
          return [...before, ...lines, ...(isLast ? [edge(frame, 'CLOSING')] : [])];
        },
      };
    }),
});

function edge(
  { dateFrom, dateTo, opening, closing, scope }: Awaited<ReturnType<typeof wholeActivity>>,
  kind: 'OPENING' | 'CLOSING',
): StreamedActivityLine {
  const isOpening = kind === 'OPENING';
  return {
    kind,
    postingDate: isOpening ? dateFrom : dateTo,
    entryNumber: null,
    transactionNumber: null,
    memo: null,
    debit: null,
    credit: null,
    balance: isOpening ? opening : closing,
    currencyCode: scope.currencyCode,
  };
}
