import { type Unrevalued, unrevalued } from '@/core/fx/revaluation';
import { openDifferences, PAIR_DIFFERENCE_NAMES, PAIR_DIFFERENCES } from '@/core/intercompany/differences';
import { amountInFull } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { withSeparators } from '@/core/money/separators';
import { SUBLEDGER_PLACES } from '@/core/transactions/subledgers';
import { readPairs } from '@/db/reports/intercompany/pairs';
import { readUnpaired } from '@/db/reports/intercompany/unpaired';
import { unconfirmedRates } from '@/db/stores/documents/rate-confirmations';
import { revaluationRuns } from '@/db/stores/documents/revaluations';
import { accounts } from '@/db/stores/structure/accounts';
import { controlDifferences } from '@/db/stores/structure/control-accounts';
import type { PeriodRecord } from '@/db/stores/structure/periods';
import type { Tenant } from '@/db/tenancy';
import { closingBalances } from '../fx/closing-balances';

/** One reason why a period cannot be closed yet. */
export interface PeriodBlocker {
  readonly blocker:
    | 'UNPOSTED_DOCUMENTS'
    | 'UNPOSTED_SCHEDULES'
    | 'UNFINISHED_RUN'
    | 'CALENDAR_PENDING'
    | 'OPEN_DECISIONS'
    | 'OPEN_JUDGEMENTS'
    | 'REVENUE_NOT_TIED'
    | 'UNRECONCILED_CONTROL'
    | 'MISSING_RATES'
    | 'NOT_REVALUED'
    | 'UNCONFIRMED_RATES'
    | 'INTERCOMPANY';
  readonly message: string;
  readonly count: number;
  /** The numbers of some of the records. */
  readonly examples: readonly string[];
  /** For unposted documents: their status. */
  readonly documentStatus?: string;
}

/** An amount as the list of what blocks a close writes it. */
const amountWords = (value: string, currency: string) => withSeparators(amountInFull(value, currency));

/** Control accounts that do not reconcile to their subledger's documents at the period's end. */
export async function unreconciledControls(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const { subsidiaryId, endDate: asOf, isAdjustment: withAdjustments } = period;
  const asked = { subsidiaryId, asOf, withAdjustments, places: SUBLEDGER_PLACES };
  const examples = (await controlDifferences(tenant, asked)).map(
    ({ role, currencyCode, subledger, ledger }) =>
      `${role.toLowerCase().replaceAll('_', ' ')} ${currencyCode}: documents ${amountWords(subledger, currencyCode)}, ledger ${amountWords(ledger, currencyCode)}`,
  );
  const count = examples.length;
  if (count === 0) return [];
  const message = `${count === 1 ? 'A control account differs' : `${count} control accounts differ`} from the subledger.`;
  return [{ blocker: 'UNRECONCILED_CONTROL', message, count, examples: examples.slice(0, 5) }];
}

/** Most pairs looked at for one period; the count says when there are more. */
const PAIRS_READ = 1000;

/**
 * Documents of the period between this subsidiary and others that disagree with their mirrors in something no one accepted, or have
 * no mirror (accounting.md 3, "Intercompany"). A pair counts in the periods in which either side is dated, posted or reversed.
 */
export async function intercompanyDifferences(
  tenant: Tenant,
  { subsidiaryId, startDate: from, endDate: to }: PeriodRecord,
): Promise<PeriodBlocker[]> {
  const asked = { subsidiaryId, from, to, limit: PAIRS_READ };
  const pairs = await readPairs(tenant, { ...asked, onlyOpen: true });
  const unpaired = await readUnpaired(tenant, asked);
  const blocker = (message: string, examples: readonly string[]): PeriodBlocker[] =>
    examples.length === 0
      ? []
      : [{ blocker: 'INTERCOMPANY', message, count: examples.length, examples: examples.slice(0, 5) }];
  return [
    ...PAIR_DIFFERENCE_NAMES.flatMap((name) => {
      const found = pairs.filter((pair) =>
        openDifferences(pair.differences, pair.acceptedDifferences).includes(name),
      );
      const numbers = found.map(({ source, mirror }) => source?.number ?? mirror?.number ?? '');
      return blocker(
        `Intercompany: ${PAIR_DIFFERENCES[name]}. Correct one of them, or accept the difference.`,
        numbers,
      );
    }),
    ...blocker(
      'Intercompany: there is no mirror in the other company. Create the missing mirrors.',
      unpaired.map(({ number }) => number),
    ),
  ];
}

/** Posted documents whose stated rate is far from the table's, which no one has confirmed. */
export async function unconfirmedDocumentRates(
  tenant: Tenant,
  period: PeriodRecord,
): Promise<PeriodBlocker[]> {
  const { count, numbers: examples } = await unconfirmedRates(tenant, period);
  if (count === 0) return [];
  const whose = count === 1 ? '1 document has an exchange rate' : `${count} documents have exchange rates`;
  const message = `${whose} far from the rate of the day. Confirm or reverse.`;
  return [{ blocker: 'UNCONFIRMED_RATES', message, count, examples }];
}

/**
 * What revaluation still has to do for a period: foreign currencies with monetary balances at its end and no rate to carry them at;
 * balances that were never revalued, or moved after they last were (accounting.md 3).
 */
export async function unrevaluedBalances(tenant: Tenant, period: PeriodRecord): Promise<PeriodBlocker[]> {
  const { balances, rates, missing, baseCurrencyCode: base } = await closingBalances(tenant, period);
  if (missing.length > 0) {
    const message = `Balances in foreign currencies have no exchange rate on ${period.endDate}. Enter it.`;
    const examples = missing.map(({ currencyCode }) => `${currencyCode} to ${base}`);
    return [{ blocker: 'MISSING_RATES', message, count: missing.length, examples }];
  }
  const [last] = await revaluationRuns(tenant, period.id);
  const open = unrevalued(balances, rates, last?.balances ?? null);
  if (open.length === 0) return [];
  const message =
    last === undefined
      ? `Balances in foreign currencies have not been revalued at the rates of ${period.endDate}. Revalue the period.`
      : `Balances in foreign currencies changed after they were last revalued (run ${last.runNumber}). Revalue the period again.`;
  const names = await codesOf(tenant, open);
  const examples = open.map((one) => `${names.get(one.accountId) ?? ''} ${changeOf(one, base)}`);
  return [{ blocker: 'NOT_REVALUED', message, count: open.length, examples: examples.slice(0, 5) }];
}

async function codesOf(tenant: Tenant, open: readonly Unrevalued[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(open.map(({ accountId }) => accountId))];
  const found = await accounts.list(tenant, { where: { id: { in: ids } } });
  return new Map(found.map(({ id, code }) => [id, code]));
}

/** "EUR 300.00, carried at USD 1,380.00 (was 500.00 at 600.00)", and the rate where that is what changed. */
function changeOf({ currencyCode, before, now }: Unrevalued, base: string): string {
  const amount = (value: string) => amountWords(value, currencyCode);
  const carried = (value: string) => amountWords(value, base);
  const stands = `${currencyCode} ${amount(now.amount)}, carried at ${base} ${carried(now.carrying)}`;
  if (before === null) return stands;
  const moved = !dec(before.amount).equals(now.amount) || !dec(before.carrying).equals(now.carrying);
  return moved
    ? `${stands} (was ${amount(before.amount)} at ${carried(before.carrying)})`
    : `${stands}, at a rate of ${now.rate === null ? '?' : toPlainString(dec(now.rate))} (was ${before.rate})`;
}
