import { z } from 'zod';
import { AMOUNT_COLUMN } from '@/core/money/column';
import { dec, toPlainString } from '@/core/money/decimal';
import { compareReadBack, type ReadBackLine } from '@/core/other-ledgers/read-back';
import { refuse } from '@/core/refusals';
import { readUnsentBalances } from '@/db/reports/coded-balances';
import { insertReadback, ledgerReadbacks } from '@/db/stores/documents/ledger-batches';
import { lockOtherLedger, readCodes } from '@/db/stores/structure/other-ledgers';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, codeText, day, decimalOf } from '../kit/fields';
import { demand } from '../kit/run';
import { trialBalanceReport } from '../reports/show-trial-balance';

/** Most accounts of a trial balance. */
const MOST = 20_000;

/** A comparison as it is kept. */
export interface ReadBack {
  readonly id: string;
  readonly asOf: string;
  readonly currencyCode: string;
  readonly lines: readonly ReadBackLine[];
  readonly equalCount: number;
  readonly differingCount: number;
  readonly readByName: string;
  readonly createdAt: Date;
}

/** The other ledger's trial balance of a day. */
export const readBackBody = z.object({
  asOf: day,
  /** Debits above zero; or debit and credit. */
  rows: z
    .array(
      z.object({
        code: codeText,
        debit: decimalOf(AMOUNT_COLUMN).default('0'),
        credit: decimalOf(AMOUNT_COLUMN).default('0'),
      }),
    )
    .max(MOST),
});

/**
 * Reads the other ledger's trial balance of a day back and compares it account by account with ours, as far as ours was sent there. The
 * comparison is kept. Refuses NOT_FOUND, and INVALID_INPUT for a ledger that gets subsidiaries of several base currencies, whose amounts
 * cannot be added up.
 */
export const readBackTrialBalance = defineUseCase({
  name: 'ledgerBatches.compare',
  permission: 'gl.transaction.post',
  mode: 'sql',
  input: readBackBody.extend({ ledgerId: anId }),
  async run(context, { ledgerId, asOf, rows }): Promise<ReadBack> {
    const { tenant, principal, clock } = context;
    demand(principal, 'gl.report.read');
    const ledger = (await lockOtherLedger(tenant, ledgerId)) ?? refuseNotFound('other ledger', ledgerId);
    expectVersion(context, ledger);
    const { balances, currencyCode } = await ownBalances(context, ledger, asOf);
    const theirs = rows.map(({ code, debit, credit }) => ({
      code,
      amount: toPlainString(dec(debit).minus(credit)),
    }));
    const lines = compareReadBack(balances, theirs, currencyCode);
    const equalCount = lines.filter(({ state }) => state === 'EQUAL').length;
    const counts = { equalCount, differingCount: lines.length - equalCount };
    const kept = {
      id: newId(),
      asOf,
      currencyCode,
      ...counts,
      readByName: principal.actor.name ?? 'Daybook',
    };
    const createdAt = clock.now();
    await insertReadback(tenant, { ...kept, ledgerId, lines: { rows: lines }, createdAt });
    const given = { equal: equalCount, differing: lines.length - equalCount };
    context.record({
      action: 'ledgerBatches.readBack',
      noun: 'other ledger',
      recordId: ledgerId,
      after: { asOf, ...given },
      event: { type: 'ledgerBatches.readBack', payload: { ledgerId, readBackId: kept.id, asOf, ...given } },
    });
    return { ...kept, lines, createdAt };
  },
});

/** Our balances by the other ledger's codes, an account without a code by its own, and what of them was not sent. */
async function ownBalances(
  context: Context,
  ledger: { readonly id: string; readonly subsidiaryId: string | null; readonly startsOn: string },
  asOf: string,
) {
  const { tenant } = context;
  const asked = ledger.subsidiaryId === null ? {} : { subsidiaryId: ledger.subsidiaryId };
  const report = await trialBalanceReport.run(context, { asOf, ...asked });
  if (report.isTranslated) {
    const message =
      'receives subsidiaries with different base currencies: read back the trial balance of one subsidiary';
    refuse('INVALID_INPUT', `ledgerId: ${message}`, { issues: [{ path: ['ledgerId'], message }] });
  }
  const codes = new Map(
    (await readCodes(tenant, ledger.id, ['ACCOUNT'])).map(({ recordId, code, ownCode }) => [
      recordId,
      code ?? ownCode,
    ]),
  );
  const unsent = await readUnsentBalances(tenant, {
    ledgerId: ledger.id,
    subsidiaryId: ledger.subsidiaryId,
    startsOn: ledger.startsOn,
    asOf,
  });
  const balances = [
    ...report.rows.map((row) => ({
      code: codes.get(row.accountId) ?? row.code,
      amount: toPlainString(dec(row.debitBalance).minus(row.creditBalance)),
      unsent: '0',
    })),
    ...unsent.map(({ accountId, amount }) => ({
      code: codes.get(accountId) ?? accountId,
      amount: '0',
      unsent: amount,
    })),
  ];
  return { balances, currencyCode: report.currencyCode };
}

/** The comparisons of a ledger, newest first. */
export const listReadBacks = defineUseCase({
  name: 'ledgerBatches.readBacks',
  permission: 'gl.report.read',
  mode: 'read',
  input: z.object({ ledgerId: anId, limit: z.int().min(1).max(50).default(10) }),
  async run({ tenant }, { ledgerId, limit }): Promise<ReadBack[]> {
    const rows = await ledgerReadbacks.list(tenant, {
      where: { ledgerId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    return rows.map((row) => ({ ...row, lines: (row.lines as unknown as { rows: ReadBackLine[] }).rows }));
  },
});
