import { z } from 'zod';
import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { type ApprovalRow, findApproval, insertApproval } from '@/db/revenue/approvals';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { jsonObject, reasonText } from '../../kit/fields';
import { demand, parseInput } from '../../kit/run';
import { refuseUnknownFields } from '../../kit/unknown-fields';
import { APPROVABLE, type Subject, subjectOfRequest, verbOf } from './approval-verbs';

export const requestFields = z.object({
  /** The verb to be carried out, such as revenue.modifications.apply, and what it is given. */
  verb: z.enum(APPROVABLE),
  input: jsonObject,
  /** What the approver should know. */
  reason: reasonText.optional(),
});

/** Carries the verb's effect out of the transaction that is rolled back. */
class Measured extends Error {}

/**
 * Prepares a change of a contract, or a reclassification, for a second person: the verb is tried, so that a wrong one is refused now, its
 * effect is measured and undone, and the request waits. Refuses what the verb refuses, INVALID_INPUT for input it does not take.
 */
export const requestApproval = defineUseCase({
  name: 'revenue.approvals.request',
  permission: 'revenue.write',
  mode: 'sql',
  input: requestFields,
  async run(context, { verb: name, input, reason }): Promise<ApprovalRow> {
    const { tenant, principal } = context;
    const verb = verbOf(name);
    if (verb.permission !== null) demand(principal, verb.permission);
    refuseUnknownFields(verb.input, input);
    const parsed = parseInput(verb.input, input);
    const subject = await subjectOfRequest(tenant, name, parsed);
    const { contractId, subsidiaryId, baseCurrency: base } = subject;
    const size = await measure(context, (tried) => verb.run(tried, parsed));
    const id = newId();
    await insertApproval(tenant, {
      id,
      contractId,
      subsidiaryId,
      verb: name,
      input,
      baseCurrencyCode: base,
      baseAmount: toAmountString(roundToCurrency(dec(size), base), base),
      reason: reason ?? null,
      requestedBy: principal.actor.id,
      requestedByName: principal.actor.name,
    });
    const stored = (await findApproval(tenant, id)) ?? refuseNotFound('request', id);
    context.record({
      ...auditedAs(subject),
      after: { approval: id, verb: name, input, baseAmount: stored.baseAmount, reason: reason ?? null },
      event: {
        type: 'revenue.approval.requested',
        payload: { approvalId: id, contractId, subsidiaryId, verb: name },
      },
    });
    return shownApproval(stored);
  },
});

/** A request as it is answered: the size of its effect with the digits of its currency. */
export const shownApproval = (row: ApprovalRow): ApprovalRow => ({
  ...row,
  baseAmount: toAmountString(dec(row.baseAmount), row.baseCurrencyCode),
});

/** The record whose audit trail a request is in. */
export const auditedAs = ({ contractId, subsidiaryId }: Pick<Subject, 'contractId' | 'subsidiaryId'>) =>
  contractId === null
    ? { noun: 'subsidiary', recordId: subsidiaryId }
    : { noun: 'revenue contract', recordId: contractId };

/** The size of what a verb would do; nothing of it is kept. */
async function measure(context: Context, work: (tried: Context) => Promise<unknown>): Promise<string> {
  let size: string | undefined;
  const tried: Context = {
    ...context,
    record: () => undefined,
    second: {
      kind: 'MEASURE',
      measured: (amount) => {
        size = amount;
      },
    },
  };
  try {
    await withSavepoint(context.tenant, async () => {
      await work(tried);
      throw new Measured();
    });
  } catch (error) {
    if (!(error instanceof Measured)) throw error;
  }
  return (
    size ??
    refuse('REVENUE_RULE', 'The change has no effect that needs a second person’s approval.', {
      rule: 'NOTHING_TO_APPROVE',
    })
  );
}
