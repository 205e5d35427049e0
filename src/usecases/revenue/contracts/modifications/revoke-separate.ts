import { dec, sum } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { documentsInUse } from '@/db/revenue/contracts/contracts';
import { interestStanding } from '@/db/revenue/runs/interest-moves';
import { listRows } from '@/db/revenue/runs/rows';
import { newId } from '@/lib/ids';
import type { Context } from '../../../kit/define';
import { SEPARATION_VOIDED } from '../document-facts';
import { type History, lockHistory } from '../lock-history';
import { recordFacts } from '../record-facts';

/**
 * Withdraws a contract of its own because the modification that made it is void: it ends on its first day, with nothing earned and no
 * price, and stays visible. Refuses REVENUE_RULE SEPARATE_CONTRACT_IN_USE while anything happened under it, was posted of it, or is
 * billed for it: that is undone first, so that nothing is left half done.
 */
export async function withdrawSeparate(
  context: Context,
  contractId: string,
  { modificationId, reason }: { readonly modificationId: string; readonly reason: string },
): Promise<void> {
  const history = await lockHistory(context, contractId);
  const { contract, state: before } = history;
  await demandUnused(context, history);
  const event: ContractEvent = {
    id: newId(),
    kind: 'termination',
    effectiveDate: contract.contractDate,
    refund: '0',
    withdrawn: true,
    reason,
  };
  const state = await recordFacts(context, history, [
    { event, sourceKind: SEPARATION_VOIDED, sourceId: modificationId },
  ]);
  context.record({
    noun: 'revenue contract',
    recordId: contract.id,
    before: { status: before.status, transactionPrice: before.transactionPrice },
    after: {
      status: state.status,
      transactionPrice: state.transactionPrice,
      voidedModificationId: modificationId,
      reason,
    },
    event: {
      type: 'revenue.event.recorded',
      payload: { contractId: contract.id, eventId: event.id, kind: event.kind },
    },
  });
}

/** Refuses REVENUE_RULE SEPARATE_CONTRACT_IN_USE, with what is in the way. */
async function demandUnused({ tenant }: Context, { contract, recorded }: History): Promise<void> {
  const facts = standingFacts(recorded);
  const documents = await documentsInUse(tenant, contract.id);
  const posted = (await listRows(tenant, contract.id)).filter(({ runId }) => runId !== null);
  const keys = [...new Set(posted.map(({ key }) => key))].filter(
    (key) => !sum(posted.filter((row) => row.key === key).map(({ amount }) => dec(amount))).isZero(),
  );
  const { accrued, unearned, advance } = await interestStanding(tenant, contract.id);
  const hasInterest = [accrued, unearned, advance].some((amount) => !dec(amount).isZero());
  const uses = [
    ...(facts.length > 0 ? ['facts recorded under it, which are voided first'] : []),
    ...(documents.length > 0
      ? [`documents (${documents.join(', ')}), which are reversed or canceled first`]
      : []),
    ...(keys.length > 0 || hasInterest ? ['postings of a run, which is reversed for it first'] : []),
  ];
  if (uses.length === 0) return;
  refuse(
    'REVENUE_RULE',
    `The modification made contract ${contract.contractNumber}, which has ${uses.join('; ')}.`,
    {
      rule: 'SEPARATE_CONTRACT_IN_USE',
      contractId: contract.id,
      contractNumber: contract.contractNumber,
      facts: facts.map(({ id }) => id),
      documents,
      posted: keys,
    },
  );
}

/** What happened under a contract and still counts: not what began it, nor what was voided, nor an invoice that was reversed. */
function standingFacts(recorded: History['recorded']): ContractEvent[] {
  const voided = new Set(recorded.flatMap(({ event }) => (event.kind === 'voided' ? [event.of] : [])));
  const reversed = new Set(
    recorded.flatMap(({ sourceKind, sourceId }) => (sourceKind === 'INVOICE_REVERSAL' ? [sourceId] : [])),
  );
  const counts = ({ event, sourceKind, sourceId }: History['recorded'][number]) =>
    !['created', 'activated', 'voided'].includes(event.kind) &&
    !voided.has(event.id) &&
    !(sourceKind?.startsWith('INVOICE') === true && reversed.has(sourceId));
  return recorded.filter(counts).map(({ event }) => event);
}
