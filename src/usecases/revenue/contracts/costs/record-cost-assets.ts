import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { amortisationTerm } from '@/core/revenue/contract-costs';
import type { ContractState, CostState } from '@/core/revenue/contracts/contract-state';
import type { EventOf } from '@/core/revenue/contracts/events';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import {
  addImpairment,
  type CostRow,
  findCost,
  insertCost,
  markVoidedCost,
  touchCost,
} from '@/db/revenue/costs/costs';
import type { OpenPeriod } from '@/db/stores/structure/open-periods';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import { refuseNotFound } from '../../../kit/crud';
import type { Context } from '../../../kit/define';
import { bookingDay, rateFor } from '../../events/booking-rules';
import { postContractJournal } from '../../events/post-journal';
import { ensureContractPolicy } from '../../setup/ensure-policy';
import { accountOf } from '../../setup/policy-rules';

/** What facts change in the assets of a contract's costs. */
interface Recorded {
  readonly before: ContractState;
  readonly after: ContractState;
  readonly costs: readonly EventOf<'cost'>[];
  readonly open: readonly OpenPeriod[];
}

/**
 * Posts what a fact changes in a contract's cost assets, as differences: what is capitalized out of the expense account it was
 * booked to, and what tests for impairment write down or reverse. A voided cost or test is posted back.
 */
export async function recordCostAssets(
  context: Context,
  contract: ContractRow,
  { before, after, costs, open }: Recorded,
): Promise<void> {
  const was = new Map(before.costs.map((one) => [one.key, one]));
  for (const one of after.costs) {
    const known = was.get(one.key);
    was.delete(one.key);
    if (JSON.stringify(known) === JSON.stringify(one)) continue;
    const fact = costs.find(({ key }) => key === one.key);
    const row =
      known === undefined && fact !== undefined
        ? await openAsset(context, contract, one, fact, open)
        : await assetOf(context, one.key);
    await postAsset(context, contract, row, { before: known ?? null, after: one, open });
    if (known !== undefined) await touchCost(context.tenant, one.key);
  }
  for (const gone of was.values()) {
    const row = await assetOf(context, gone.key);
    await postAsset(context, contract, row, { before: gone, after: null, open });
    await markVoidedCost(context.tenant, gone.key);
  }
}

const assetOf = async ({ tenant }: Context, id: string): Promise<CostRow> =>
  (await findCost(tenant, id, true)) ?? refuseNotFound('contract cost', id);

/** Stores a cost as judged, with the accounts of its contract's policy and the rate of the day it is booked. */
async function openAsset(
  context: Context,
  contract: ContractRow,
  judged: CostState,
  fact: EventOf<'cost'>,
  open: readonly OpenPeriod[],
): Promise<CostRow> {
  const { tenant } = context;
  const { subsidiaryId, currencyCode } = contract;
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  const postingDate = bookingDay(judged.on, open, subsidiaryId);
  const { id: _id, kind: _kind, key: id, costKind, effectiveDate: incurredOn, start, ...terms } = fact;
  await insertCost(tenant, {
    id,
    contractId: contract.id,
    description: fact.description ?? null,
    costKind,
    subsidiaryId,
    currencyCode,
    amount: fact.amount,
    postingDate,
    facts: { ...terms, contractId: contract.id, kind: costKind, incurredOn, amortiseFrom: start },
    decision: judged.decision,
    why: judged.why,
    startDate: start,
    months: amortisationTerm(fact),
    exchangeRate: await rateFor(tenant, subsidiaryId, currencyCode, postingDate),
    assetAccountId: accountOf(policy, 'CONTRACT_COST_ASSET'),
    expenseAccountId: accountOf(policy, 'CONTRACT_COST_EXPENSE'),
    impairAccountId: accountOf(policy, 'CONTRACT_COST_IMPAIRMENT'),
    offsetAccountId: accountOf(policy, 'CONTRACT_COST_OFFSET'),
    item: id,
  });
  return assetOf(context, id);
}

async function postAsset(
  context: Context,
  contract: ContractRow,
  row: CostRow,
  { before, after, open }: { before: CostState | null; after: CostState | null; open: readonly OpenPeriod[] },
): Promise<void> {
  const { baseCurrency = row.currencyCode } =
    (await subsidiaryOrRoot(context.tenant, row.subsidiaryId)) ?? {};
  const atRate = (amount: Decimal) => roundToCurrency(amount.times(row.exchangeRate), baseCurrency);
  // What was capitalized, and what was taken of it: each at the rate as a whole, so that nothing taken is carried at nothing.
  const book = async (
    on: string,
    memo: string,
    [debit, credit]: readonly [debit: string, credit: string],
    { from, by }: { readonly from: Decimal; readonly by: Decimal },
  ) => {
    if (by.isZero()) return;
    const amount = toPlainString(by.abs());
    const [first, second] = by.gt(ZERO) ? [debit, credit] : [credit, debit];
    await postContractJournal(context, {
      subsidiaryId: row.subsidiaryId,
      currencyCode: row.currencyCode,
      postingDate: bookingDay(on, open, row.subsidiaryId),
      // An asset is carried at the rate of its capitalization.
      rate: dec(row.exchangeRate).toFixed(),
      sourceKind: 'CONTRACT_COST',
      memo,
      base: toPlainString(atRate(from.plus(by)).minus(atRate(from)).abs()),
      lines: [
        { accountId: first, debit: amount, credit: '0' },
        { accountId: second, debit: '0', credit: amount },
      ],
    });
  };
  const on = (after ?? before)?.on ?? row.postingDate;
  const capitalized = dec(after?.capitalized ?? ZERO).minus(before?.capitalized ?? ZERO);
  const memo = `Cost capitalized for contract ${contract.contractNumber}`;
  await book(on, memo, [row.assetAccountId, row.offsetAccountId], {
    from: dec(before?.capitalized ?? ZERO),
    by: capitalized,
  });
  const tests = new Map((before?.impairments ?? []).map((one) => [one.eventId, one]));
  let total = ZERO;
  const take = async (day: string, by: Decimal) => {
    const from = dec(row.amortised).plus(row.impaired).plus(total);
    total = total.plus(by);
    await book(day, 'Impairment of a contract cost', [row.impairAccountId, row.assetAccountId], { from, by });
  };
  for (const test of after?.impairments ?? []) {
    const known = tests.get(test.eventId);
    tests.delete(test.eventId);
    await take(test.on, dec(test.amount).minus(known?.amount ?? ZERO));
  }
  for (const gone of tests.values()) await take(gone.on, dec(gone.amount).negated());
  if (!total.isZero()) await addImpairment(context.tenant, row.id, toAmountString(total, row.currencyCode));
}
