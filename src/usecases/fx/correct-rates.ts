import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { type RatedDocument, ratedDocuments } from '@/db/stores/documents/corrected-documents';
import { ratesOfPair } from '@/db/stores/documents/exchange-rates';
import {
  type CorrectionRow,
  insertCorrection,
  insertCorrectionItems,
  type LeftDocument,
  listCorrections,
} from '@/db/stores/documents/rate-corrections';
import { openPeriods } from '@/db/stores/structure/open-periods';
import { lockPeriods } from '@/db/stores/structure/periods';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, currencyCode, day } from '../kit/fields';
import { correctCarried } from './correct-carried';
import { correctContracts } from './correct-contracts';
import { correctCosts, correctJournals } from './correct-costs';
import { correctDocuments } from './correct-documents';
import { correctRevaluations } from './correct-revaluations';
import { type CorrectedItem, type Correction, knownRate, writeEntries } from './correction';

/** What a run of *correct rates* touched, with before and after; a dry run shows it without posting. */
export interface CorrectedRates {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly items: readonly CorrectedItem[];
  /** What it left alone and why: the first documents with a rate of their own that is not the table's, and how many there are. */
  readonly left: readonly LeftDocument[];
  readonly leftCount: number;
}

export const correctionFields = {
  subsidiaryId: anId,
  /** The foreign currency. */
  currencyCode,
  /** The first day that the wrong rate was good for, and the last; null: up to today. */
  from: day,
  to: day.nullish(),
};

/**
 * After a wrong exchange rate was set again: finds what took another rate from the table than it has now (documents that stated
 * none of their own, with their settlements; movements, journals and costs of contracts; revaluations of closed periods), and posts each
 * difference on its own day, or in the first open period after it with the month it belongs to. What is at the table's rates is left alone,
 * so that a second run posts nothing; a document that states a rate of its own keeps it and is listed as left. Refuses NOT_FOUND,
 * INVALID_INPUT for the subsidiary's own currency, RATE_MISSING, PERIOD_NOT_OPEN, ACCOUNT_UNRESOLVED.
 */
export const correctRates = defineUseCase({
  name: 'fx.correctRates',
  permission: 'gl.period.close',
  mode: 'sql',
  input: z.object(correctionFields),
  async run(context, { subsidiaryId, currencyCode: currency, from, to }): Promise<CorrectedRates> {
    const { tenant, principal } = context;
    await lockPeriods(tenant);
    const subsidiary =
      (await subsidiaryOrRoot(tenant, subsidiaryId)) ?? refuseNotFound('subsidiary', subsidiaryId);
    const { baseCurrency: baseCurrencyCode } = subsidiary;
    if (currency === baseCurrencyCode) {
      const message = `is the subsidiary's own currency`;
      refuse('INVALID_INPUT', `currencyCode: ${message}`, { issues: [{ path: ['currencyCode'], message }] });
    }
    const open = await openPeriods(tenant, subsidiaryId);
    const items: CorrectedItem[] = [];
    const scope = { subsidiaryId, currencyCode: currency, from, to: to ?? null };
    const correction: Correction = {
      ...scope,
      context,
      baseCurrencyCode,
      open,
      items,
      pending: [],
      rates: await ratesOfPair(tenant, [currency, baseCurrencyCode]),
      ratesByDay: new Map(),
      resultAccounts: new Map(),
    };
    const asked = await ratedDocuments(tenant, scope);
    const left = leftAlone(correction, asked);
    const run = {
      id: newId(),
      subsidiaryId,
      currencyCode: currency,
      fromDate: from,
      toDate: to ?? null,
      recordedBy: principal.actor.id,
      left: left.slice(0, MOST_LEFT),
      leftCount: left.length,
    };
    // Contracts depend on what was posted for their documents, revaluations on all of it, so each part is recorded before the next.
    await insertCorrection(tenant, run);
    const documents = await correctDocuments(correction, asked);
    let kept = await keep(correction, run.id, 0);
    const carried = await correctCarried(correction);
    const plain = await correctJournals(correction);
    const journals = {
      contracts: [...plain.contracts, ...carried.contracts],
      rates: new Map([...plain.rates, ...carried.rates]),
    };
    kept = await keep(correction, run.id, kept);
    await correctContracts(correction, documents, journals);
    await correctCosts(correction);
    kept = await keep(correction, run.id, kept);
    await correctRevaluations(correction);
    await keep(correction, run.id, kept);
    const { left: listed, leftCount } = run;
    const shown = { subsidiaryId, currencyCode: currency, baseCurrencyCode, items, left: listed, leftCount };
    context.record({
      noun: 'rate correction',
      recordId: run.id,
      after: { ...run, items },
      event: {
        type: 'fx.ratesCorrected',
        payload: { correctionId: run.id, subsidiaryId, touched: items.length },
      },
    });
    return { ...shown, id: run.id };
  },
});

/** The most documents listed as left alone. */
const MOST_LEFT = 1000;

/** Documents that state a rate of their own, where the table has another one for their day, or none. */
function leftAlone(correction: Correction, documents: readonly RatedDocument[]): LeftDocument[] {
  return documents
    .filter(({ isOwnRate }) => isOwnRate)
    .map(({ id, number, date, carriedRate }) => ({
      id,
      label: number,
      date,
      rate: toPlainString(dec(carriedRate)),
      tableRate: knownRate(correction, date),
      reason: 'OWN_RATE' as const,
    }))
    .filter(({ rate, tableRate: now }) => rate !== now);
}

/** Writes the entries of the items from one on and records them; answers how many there are now. */
async function keep(correction: Correction, runId: string, first: number): Promise<number> {
  await writeEntries(correction);
  await insertCorrectionItems(correction.context.tenant, runId, correction.items, first);
  return correction.items.length;
}

/** The runs of *correct rates*, the last first, with what each touched. */
export const listRateCorrections = defineUseCase({
  name: 'fx.corrections.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({ subsidiaryId: anId.optional() }),
  async run({ tenant }, { subsidiaryId }): Promise<CorrectionRow[]> {
    const runs = await listCorrections(tenant, subsidiaryId ?? null);
    return runs.map((run) => {
      const base = (amount: string) => toAmountString(dec(amount), run.baseCurrencyCode);
      const items = run.items.map((item) => ({
        ...item,
        beforeBase: base(item.beforeBase),
        afterBase: base(item.afterBase),
        difference: base(item.difference),
      }));
      return { ...run, items };
    });
  },
});
