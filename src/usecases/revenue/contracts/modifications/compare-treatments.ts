import { refuse } from '@/core/refusals';
import {
  type ContractAfterRun,
  contractAfterRun,
  type StandingContract,
} from '@/core/revenue/contracts/changes/after-change';
import type { AddedPromise, ContractEvent, ModificationTerms } from '@/core/revenue/contracts/events';
import { pictureOfChange } from '@/core/revenue/contracts/picture';
import { minimumOf, minimumProblem } from '@/core/revenue/minimum';
import type {
  ModificationComparison,
  ModificationOutcome,
  Treatment,
} from '@/core/revenue/modifications/modification';
import { listRows } from '@/db/revenue/runs/rows';
import { runOrder } from '@/db/revenue/runs/runs';
import { openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { interestOfContract } from '../../events/post-interest-move';
import { postedEarnings, postedMoves } from '../balance-record';
import { demandCurrency } from '../create-contract';
import { documentFacts } from '../document-facts';
import { judgeVariable } from '../judgement-rules';
import { eventsOf, type History } from '../lock-history';
import { demandInPrice } from '../minimum-rules';
import { firstOpenPeriod } from '../picture-record';
import { judgementsOf, openUntil, resolvedPattern, supplierOf } from '../resolve-promise';
import type { ModificationAsked } from './modification-input';

/** A treatment with what the contract’s page shows once it is applied and run. */
export type ComparedOutcome = ModificationOutcome & { readonly afterRun: ContractAfterRun | null };

export interface ComparedModification extends ModificationComparison {
  readonly outcomes: Record<Treatment, ComparedOutcome>;
}

/** A contract as it is recorded, with the picture of its facts. */
type Recorded = Pick<History, 'contract' | 'recorded' | 'picture' | 'grid'>;

/**
 * The four treatments of a modification on its date, from the contract's facts before it and what stands in its position; and for each
 * the figures of the contract's page once it is applied and run. `ownContract` as for applying it; `instead`: the fact it replaces.
 */
export async function compareTreatments(
  tenant: Tenant,
  history: Recorded,
  asked: ModificationAsked,
  { ownContract, instead }: { ownContract?: boolean | undefined; instead?: ContractEvent | undefined } = {},
): Promise<ComparedModification> {
  const { contract, grid } = history;
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
  const terms = changeOf(asked, contract.currencyCode);
  const facts = eventsOf(contract, history.recorded).filter(
    (fact) => fact.id !== instead?.id && !(fact.kind === 'voided' && fact.of === instead?.id),
  );
  const standing = await standingOf(tenant, history, facts);
  const { posted } = standing;
  const { outcomes, required } = valueOrThrow(pictureOfChange(facts, asked.date, terms, grid, posted));
  const change = { date: asked.date, terms, isOwn: ownContract ?? true, instead };
  const compared = (treatment: Treatment): ComparedOutcome => {
    const outcome = outcomes[treatment];
    const afterRun = outcome.applicable ? contractAfterRun(standing, change, treatment) : null;
    return { ...outcome, afterRun };
  };
  return {
    outcomes: {
      separate: compared('separate'),
      prospective: compared('prospective'),
      catchUp: compared('catchUp'),
      mixed: compared('mixed'),
    },
    required,
  };
}

/** What is recorded and posted for a contract, with which a change of it is compared. */
async function standingOf(
  tenant: Tenant,
  { contract, recorded, picture, grid }: Recorded,
  facts: readonly ContractEvent[],
): Promise<StandingContract> {
  const { id, subsidiaryId } = contract;
  const rows = (await listRows(tenant, id)).map((row) => ({ ...row, isPosted: row.runId !== null }));
  const firstOpen = firstOpenPeriod(grid, await openPeriods(tenant, subsidiaryId), contract);
  const { lastPosted: lastRun } = await runOrder(tenant, subsidiaryId);
  const posted = {
    moves: await postedMoves(tenant, id),
    earned: await postedEarnings(tenant, id, grid),
    documents: documentFacts(recorded, []),
    ...(await interestOfContract(tenant, contract)),
  };
  return { facts, picture, grid, rows, posted, firstOpen, lastRun };
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
