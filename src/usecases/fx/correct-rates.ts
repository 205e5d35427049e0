import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { openPeriods } from '@/db/stores/open-periods';
import { lockPeriods } from '@/db/stores/periods';
import {
  type CorrectionRow,
  insertCorrection,
  insertCorrectionItems,
  listCorrections,
} from '@/db/stores/rate-corrections';
import { subsidiaryOrRoot } from '@/db/stores/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, currencyCode, day } from '../kit/fields';
import { correctContracts } from './correct-contracts';
import { correctCosts, correctJournals } from './correct-costs';
import { correctDocuments } from './correct-documents';
import { correctRevaluations } from './correct-revaluations';
import type { CorrectedItem, Correction } from './correction';

/** What a run of *correct rates* touched, with before and after; a dry run shows it without posting. */
export interface CorrectedRates {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly items: readonly CorrectedItem[];
}

/**
 * After a wrong exchange rate was set anew: finds what took another rate from the table than it has now (documents that stated
 * none of their own, with their settlements; movements, journals and costs of contracts; revaluations of closed periods), and posts each difference
 * on its own day, or in the first open period after it with the month it belongs to. What stands at the table's rates is left
 * alone, so that a second run posts nothing. Refuses NOT_FOUND, INVALID_INPUT for the subsidiary's own currency, RATE_MISSING,
 * PERIOD_NOT_OPEN, ACCOUNT_UNRESOLVED.
 */
export const correctRates = defineUseCase({
  name: 'fx.correctRates',
  permission: 'gl.period.close',
  mode: 'sql',
  input: z.object({
    subsidiaryId: anId,
    /** The foreign currency. */
    currencyCode,
    /** The first day that the wrong rate was good for, and the last; null: up to today. */
    from: day,
    to: day.nullish(),
  }),
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
      resultAccounts: new Map(),
    };
    const run = {
      id: newId(),
      subsidiaryId,
      currencyCode: currency,
      fromDate: from,
      toDate: to ?? null,
      recordedBy: principal.actor.id,
    };
    // Contracts look at what was posted for their documents, revaluations at all of it: so each part is recorded before the next.
    await insertCorrection(tenant, run);
    const documents = await correctDocuments(correction);
    let kept = await keep(tenant, run.id, items, 0);
    const journals = await correctJournals(correction);
    kept = await keep(tenant, run.id, items, kept);
    await correctContracts(correction, documents, journals);
    await correctCosts(correction);
    kept = await keep(tenant, run.id, items, kept);
    await correctRevaluations(correction);
    await keep(tenant, run.id, items, kept);
    const shown = { subsidiaryId, currencyCode: currency, baseCurrencyCode, items };
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

/** Records the items from one on; answers how many there are now. */
async function keep(
  tenant: Tenant,
  runId: string,
  items: readonly CorrectedItem[],
  first: number,
): Promise<number> {
  await insertCorrectionItems(tenant, runId, items, first);
  return items.length;
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
