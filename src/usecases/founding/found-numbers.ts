import { z } from 'zod';
import type { Made } from '@/core/founding/steps';
import { refuse } from '@/core/refusals';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { transactionTypes } from '@/db/stores/documents/transactions';
import { isSeriesUsed } from '@/db/stores/founding-steps';
import { type Context, defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import { numberPrefix } from '../setup/transaction-types';
import { FOUNDING, takeStep } from './step-record';

export const numberAnswers = z.object({
  series: z
    .array(z.object({ kind: z.enum(TRANSACTION_KINDS), name: nameText, numberPrefix }))
    .max(TRANSACTION_KINDS.length)
    .refine(
      (series) => new Set(series.map(({ kind }) => kind)).size === series.length,
      'must name each kind only once',
    ),
});
type Asked = z.output<typeof numberAnswers>;

/**
 * Founding, step NUMBERS: what each kind of document is called and how its numbers begin (`INV-2026-000001`). Numbers are gapless
 * and start at 1 each fiscal year. Refuses IN_USE for a series that has given out a number, DUPLICATE for a prefix of another type.
 */
export const foundNumbers = defineUseCase({
  name: 'founding.numbers',
  permission: FOUNDING,
  mode: 'write',
  input: numberAnswers,
  run: (context, asked) => takeStep(context, 'NUMBERS', asked, (inner) => make(inner, asked)),
});

async function make(context: Context, { series }: Asked): Promise<Made[]> {
  const { tenant } = context;
  const made: Made[] = [];
  const types = await transactionTypes.list(tenant, { orderBy: [{ createdAt: 'asc' }, { code: 'asc' }] });
  for (const { kind, ...wanted } of series) {
    const type = types.find((one) => one.kind === kind && one.recordStatus === 'active');
    if (type === undefined) throw new Error(`no active transaction type is of kind ${kind}`);
    const isRenumbered = type.numberPrefix !== wanted.numberPrefix;
    if (!isRenumbered && type.name === wanted.name) continue;
    if (isRenumbered && (await isSeriesUsed(tenant, type.numberPrefix))) {
      const message = `Numbers ${type.numberPrefix}-… were already assigned. Create another transaction type for a new series.`;
      refuse('IN_USE', message, { noun: 'number series', id: type.id, by: 'transactions' });
    }
    const after = await transactionTypes.update(tenant, type.id, wanted);
    context.record({ noun: 'transaction type', recordId: type.id, before: type, after });
    made.push({
      act: 'CHANGED',
      noun: 'number series',
      id: type.id,
      label: wanted.name,
      detail: `${wanted.numberPrefix}-…`,
    });
  }
  return made;
}
