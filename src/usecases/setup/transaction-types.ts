import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { ENTRY_PREFIX } from '@/core/transactions/numbers';
import { type TransactionTypeRecord, transactionTypes } from '@/db/stores/documents/transactions';
import { copyPostingRule } from '@/db/stores/structure/setup';
import { crud } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { codeText, nameText, recordStatus } from '../kit/fields';

export type { TransactionTypeRecord };

/** The prefix of a number series: short, upper case, and not one the ledger uses. */
export const numberPrefix = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{0,9}$/, 'must be 1 to 10 upper-case letters and digits, a letter first')
  .refine((prefix) => prefix !== ENTRY_PREFIX, `${ENTRY_PREFIX} is the series of ledger entries`);

const verbs = crud({
  noun: 'transaction type',
  plural: 'setup.transactionTypes',
  store: transactionTypes,
  read: 'gl.setup.read',
  write: 'gl.setup.write',
  create: z.object({}),
  update: z.object({ name: nameText.optional(), recordStatus: recordStatus.optional() }),
  prepareCreate: (_context, input) => input,
  async prepareUpdate(context, before, input) {
    if (input.recordStatus === 'inactive') await demandAnother(context.tenant, before);
    return input;
  },
  guardRemove: ({ tenant }, before) => demandAnother(tenant, before),
});

export const getTransactionType = verbs.get;
export const updateTransactionType = verbs.update;
export const removeTransactionType = verbs.remove;

/**
 * Creates a type of a kind, with the posting rules of the kind's first type. Refuses DUPLICATE (code, number prefix).
 */
export const createTransactionType = defineUseCase({
  name: 'setup.transactionTypes.create',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object({ code: codeText, name: nameText, kind: z.enum(TRANSACTION_KINDS), numberPrefix }),
  async run(context, input): Promise<TransactionTypeRecord> {
    const after = await transactionTypes.insert(context.tenant, input);
    await copyPostingRule(context.tenant, after.id, after.kind);
    context.record({ noun: 'transaction type', recordId: after.id, after });
    return after;
  },
});

/** Reversals are journals, and every kind has its own verbs, so each kind must keep at least one active type. */
async function demandAnother(
  tenant: Parameters<typeof transactionTypes.count>[0],
  type: TransactionTypeRecord,
): Promise<void> {
  const others = await transactionTypes.count(tenant, {
    kind: type.kind,
    recordStatus: 'active',
    id: { not: type.id },
  });
  if (others > 0) return;
  refuse('IN_USE', `${type.code} is the only active type of kind ${type.kind}. Create another first.`, {
    noun: 'transaction type',
    id: type.id,
    by: 'transaction kinds',
  });
}
