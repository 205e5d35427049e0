import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { begunContract } from '@/core/revenue/contracts/agreed/agreed-contract';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { EventOf } from '@/core/revenue/contracts/events';
import { type Criterion, contractExists } from '@/core/revenue/judgements/contract-criteria';
import { type ContractRow, writeContract } from '@/db/revenue/contracts/contracts';
import type { PolicyRow } from '@/db/revenue/policies';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { demandSecondPerson } from '../approvals/second-person-rules';
import { baseSizeOf } from '../events/booking-rules';
import { takeOverInvoices } from '../events/take-over-invoices';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { type ContractTerms, criteriaInput } from './contract-input';
import { type ContractView, viewContract } from './contract-view';
import { allocationOf } from './create-contract';
import { judgeTerms } from './judgement-rules';
import { lockHistory } from './lock-history';
import { agreedUnder, obligationRows, type Priced, priceTerms } from './price-terms';
import { type Fact, recordFacts } from './record-facts';

export const activationFields = z.object({ criteria: criteriaInput.optional() });

/**
 * Activates a draft (606-10-25-1): the five criteria must be met with their evidence, the price is allocated on the
 * prices of the contract date, and schedules start. Revenue of closed months is booked late. Refuses
 * INVALID_STATUS_TRANSITION, REVENUE_RULE CRITERIA_NOT_MET, JUDGEMENT_OPEN for an amount that is allocated to some obligations
 * only without the criteria for that (32-37, 32-40), FORBIDDEN where it needs a second person, INCOMPLETE_DOCUMENT without obligations or customer.
 */
export const activateContract = defineUseCase({
  name: 'revenue.contracts.activate',
  permission: 'revenue.write',
  mode: 'sql',
  input: activationFields.extend({ id: anId }),
  async run(context, { id, criteria }): Promise<ContractView> {
    await bringIntoForce(context, id, criteria as Criterion[] | undefined);
    return viewContract(context.tenant, id);
  },
});

/** The body of the verb, for verbs that also activate a contract; `more`: what happened under it, recorded in the same fold. */
export async function bringIntoForce(
  context: Context,
  id: string,
  criteria: readonly Criterion[] | undefined,
  more: readonly Fact[] = [],
): Promise<ContractState> {
  const { tenant } = context;
  const history = await lockHistory(context, id);
  const { contract } = history;
  expectVersion(context, contract);
  if (contract.contractStatus !== 'DRAFT') {
    refuse(
      'INVALID_STATUS_TRANSITION',
      `A contract that is ${contract.contractStatus} cannot be activated.`,
      {
        from: contract.contractStatus,
        to: 'ACTIVE',
      },
    );
  }
  const terms = contract.terms as ContractTerms | null;
  const missing = [
    ...(terms === null ? ['obligations'] : []),
    ...(contract.customerId === null ? ['customerId'] : []),
  ];
  if (terms === null || missing.length > 0) {
    refuse('INCOMPLETE_DOCUMENT', `The contract is not complete: ${missing.join(', ')} missing.`, {
      missing,
    });
  }
  const proved = criteria ?? (contract.criteria as Criterion[] | null) ?? [];
  valueOrThrow(contractExists(proved));
  judgeTerms(terms, contract.currencyCode, true);
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const priced = await priceTerms(tenant, contract, terms);
  const [created, activated] = beginning(contract, policy, priced);
  const on = contract.contractDate;
  await writeContract(tenant, id, {
    criteria: proved,
    allocation: allocationOf(priced),
  });
  const promised = valueOrThrow(begunContract(created)).obligations;
  const rows = await obligationRows(tenant, contract, policy, terms.obligations, promised, 1);
  const state = await recordFacts(
    context,
    history,
    [{ event: created }, { event: activated }, ...more],
    rows,
  );
  await demandSecondPerson(context, {
    baseAmount: baseSizeOf(tenant, contract, state.transactionPrice, on),
    preparedBy: contract.preparedBy,
    permission: 'revenue.write',
  });
  await takeOverInvoices(context, contract);
  context.record({
    noun: 'revenue contract',
    recordId: id,
    before: { status: 'DRAFT' },
    after: { status: state.status, transactionPrice: state.transactionPrice, allocation: priced.allocation },
  });
  return state;
}

/** The facts with which a contract comes into force: what was agreed, and that it is in force. */
export const beginning = (
  { currencyCode, contractDate: effectiveDate }: Pick<ContractRow, 'currencyCode' | 'contractDate'>,
  policy: PolicyRow,
  priced: Priced,
): [EventOf<'created'>, EventOf<'activated'>] => [
  {
    id: newId(),
    kind: 'created',
    effectiveDate,
    currencyCode,
    policy: { framework: policy.framework, lossLevel: policy.lossLevel },
    agreed: agreedUnder(policy, priced),
  },
  { id: newId(), kind: 'activated', effectiveDate },
];
