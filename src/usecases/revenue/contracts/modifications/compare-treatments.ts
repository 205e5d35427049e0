import { dec, sum } from '@/core/money/decimal';
import type { PeriodGrid } from '@/core/periods/period-grid';
import { refuse } from '@/core/refusals';
import type { AddedPromise, ContractEvent, ModificationTerms } from '@/core/revenue/contracts/events';
import { pictureOfChange } from '@/core/revenue/contracts/picture';
import { minimumOf, minimumProblem } from '@/core/revenue/minimum';
import type { ModificationComparison } from '@/core/revenue/modifications/modification';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { listMovements, type MovementRow } from '@/db/revenue/runs/positions';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { demandCurrency } from '../create-contract';
import { judgeVariable } from '../judgement-rules';
import { demandInPrice } from '../minimum-rules';
import { judgementsOf, openUntil, resolvedPattern, supplierOf } from '../resolve-promise';
import type { ModificationAsked } from './modification-input';

/** The four treatments of a modification on its date, from the contract's facts before it and what stands in its position. */
export async function compareTreatments(
  tenant: Tenant,
  contract: ContractRow,
  events: readonly ContractEvent[],
  asked: ModificationAsked,
  grid: PeriodGrid,
): Promise<ModificationComparison> {
  demandCurrency(contract, asked.currencyCode);
  if (contract.contractStatus === 'DRAFT' || contract.contractStatus === 'COMBINED') {
    refuse(
      'REVENUE_RULE',
      `The contract is ${contract.contractStatus}; only a contract in force is modified.`,
      {
        rule: 'CONTRACT_NOT_ACTIVE',
        status: contract.contractStatus,
      },
    );
  }
  judgeVariable(asked, false);
  const change = changeOf(asked, contract.currencyCode);
  const billed = billedBy(await listMovements(tenant, contract.id), events, asked.date);
  return valueOrThrow(pictureOfChange(events, asked.date, change, grid, billed));
}

/**
 * What facts through a day put into the position of a contract besides revenue, as the ledger has it: bills, payments in advance,
 * expected refunds. Less the revenue before the day it is the liability or the asset that the contract's page shows then.
 */
function billedBy(movements: readonly MovementRow[], events: readonly ContractEvent[], date: string): string {
  const days = new Map(events.map(({ id, effectiveDate }) => [id, effectiveDate]));
  const by = movements.filter(({ eventId, postingDate }) => (days.get(eventId ?? '') ?? postingDate) <= date);
  return sum(
    by.map(({ deferred, contractAsset, revenue }) => dec(deferred).minus(contractAsset).plus(revenue)),
  ).toFixed();
}

/** A modification as agreed and judged: only its terms, in the form the engine takes. */
export function changeOf(asked: ModificationAsked, currencyCode: string): ModificationTerms {
  const { date: _date, currencyCode: _code, additions, ...rest } = asked;
  const judgements = (additions ?? []).flatMap(judgementsOf);
  return {
    ...rest,
    ...(additions && { additions: additions.map((one) => promiseOf(one, currencyCode)) }),
    ...(judgements.length > 0 && { judgements }),
  };
}

function promiseOf(
  addition: NonNullable<ModificationAsked['additions']>[number],
  currencyCode: string,
): AddedPromise {
  const { key, price, ssp, distinct, mergesInto } = addition;
  const { notBefore, pattern } = resolvedPattern(addition.pattern);
  const minimum = minimumOf(pattern);
  if (minimum !== null && minimumProblem(minimum) === null) demandInPrice(price, [minimum], currencyCode);
  const until = openUntil(addition, notBefore);
  const supplier = supplierOf(addition);
  return {
    key,
    price,
    ssp,
    distinct,
    pattern,
    ...(mergesInto !== undefined && { mergesInto }),
    ...(until && { notBefore: until }),
    ...(supplier && { supplier }),
  };
}
