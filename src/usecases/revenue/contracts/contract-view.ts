import { amountText } from '@/core/money/currency';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import type {
  CommitmentView,
  ContractState,
  OpenDecision,
  VersionView,
} from '@/core/revenue/contracts/contract-state';
import { picture } from '@/core/revenue/contracts/picture';
import type { FinancingQuestion } from '@/core/revenue/judgements/judged-answers';
import {
  type ContractRow,
  findContract,
  type SeparateContract,
  separateContractsOf,
} from '@/db/revenue/contracts/contracts';
import type { RecordedEvent } from '@/db/revenue/contracts/events';
import type { ObligationRow } from '@/db/revenue/contracts/obligations';
import { readContract } from '@/db/revenue/contracts/read-together';
import type { BillingDocument, ContractSource } from '@/db/revenue/contracts/sources';
import { costMonthsOf } from '@/db/revenue/costs/cost-months';
import { interestStanding, NOTHING } from '@/db/revenue/runs/interest-moves';
import type { MovementRow } from '@/db/revenue/runs/positions';
import type { ReversalOfContract } from '@/db/revenue/runs/reversals';
import type { StoredRow } from '@/db/revenue/runs/rows';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../../kit/crud';

import { questionOf } from './answer-rules';
import {
  type ContractCostView,
  contractCostViews,
  type ProvisionView,
  provisionViews,
} from './costs/cost-view';
import { eventsOf } from './lock-history';

/** A contract with everything that follows from its events. */
export interface ContractView {
  readonly contract: ContractRow;
  readonly obligations: readonly (ObligationRow & {
    readonly recognised: string;
    readonly remaining: string;
    /** The commitment periods of its minimum, with what was used of each and what is owed for it; left out: it has none. */
    readonly commitments?: readonly CommitmentView[];
  })[];
  readonly schedule: readonly StoredRow[];
  /** The allocation after each fact that changed it, by effective date. */
  readonly versions: readonly (VersionView & {
    readonly transactionPrice: string;
    readonly recordedAt: string;
  })[];
  readonly events: readonly RecordedEvent[];
  /** Modifications whose treatment must be decided again, because facts recorded since require a different one. */
  readonly openDecisions: readonly OpenDecision[];
  /** The question its payments raise about financing that no one answered, or answered against the facts (606-10-32-18). */
  readonly financingQuestion: FinancingQuestion | null;
  /** The tests for losses as its facts stand, and the provisions they make, month by month. */
  readonly losses: readonly ProvisionView[];
  /** Costs of obtaining and fulfilling it. */
  readonly costs: readonly ContractCostView[];
  readonly balances: {
    readonly billed: string;
    readonly paid: string;
    readonly receivable: string;
    readonly contractAsset: string;
    readonly deferred: string;
    readonly refundLiability: string;
    /** Interest earned and not billed, billed and not earned, and accrued on an advance: in accounts of their own, not in the position. */
    readonly accruedInterest: string;
    readonly unearnedInterest: string;
    readonly advanceInterest: string;
    /** Posted to the ledger. */
    readonly recognised: string;
    readonly remaining: string;
  };
  readonly movements: readonly MovementRow[];
  /** Reversals of runs that reversed revenue of it. */
  readonly reversals: readonly ReversalOfContract[];
  /** The subscription items and invoice lines it was drafted from. */
  readonly sources: readonly ContractSource[];
  /** The contract it was agreed with as a separate one (606-10-25-12), and the modification that made it; null: it is not one. */
  readonly separatedFrom: {
    readonly id: string;
    readonly contractNumber: string;
    readonly eventId: string;
  } | null;
  /** The contracts of their own that its modifications are, those whose modification is void as well. */
  readonly separateContracts: readonly (SeparateContract & { readonly isVoid: boolean })[];
  /** The invoices and credit memos that bill it, with each one's open amount today. */
  readonly documents: readonly BillingDocument[];
}

/**
 * A contract's status at a moment: a draft until something was recorded about it. Combination is not an event of its
 * own.
 */
function statusThen(contract: ContractRow, known: readonly RecordedEvent[], folded: string): string {
  if (contract.contractStatus === 'COMBINED') return contract.contractStatus;
  return known.length === 0 ? 'DRAFT' : folded;
}

/** Facts without which a contract never had rows of costs or provisions, or interest: most contracts have neither. */
const isAboutCosts = ({ event }: RecordedEvent) =>
  ['cost', 'costs', 'costEstimate', 'modification'].includes(event.kind);
const isAboutInterest = ({ event }: RecordedEvent) =>
  event.kind === 'interest' ||
  (event.kind === 'created' &&
    (event.interest !== undefined || typeof event.agreed?.price.financing === 'object')) ||
  (event.kind === 'modification' && event.financing !== undefined);

/** The contract that a separate one was agreed with. */
async function separatedFrom(
  tenant: Tenant,
  { separatedFromId, separatedById }: ContractRow,
): Promise<ContractView['separatedFrom']> {
  const from = separatedFromId === null ? null : await findContract(tenant, separatedFromId);
  if (from === null || separatedById === null) return null;
  return { id: from.id, contractNumber: from.contractNumber, eventId: separatedById };
}

/** The contracts that modifications known then made; asked for only where there is one. */
async function separateContracts(
  tenant: Tenant,
  id: string,
  recorded: readonly RecordedEvent[],
): Promise<ContractView['separateContracts']> {
  const voided = new Set(recorded.flatMap(({ event }) => (event.kind === 'voided' ? [event.of] : [])));
  const made = recorded.flatMap(({ event }) =>
    event.kind === 'modification' && event.apart !== undefined ? [{ ...event.apart, eventId: event.id }] : [],
  );
  if (made.length === 0) return [];
  const known = new Map(made.map((one) => [one.contractId, one.eventId]));
  return (await separateContractsOf(tenant, id)).flatMap((one) => {
    const eventId = known.get(one.id);
    if (eventId === undefined) return [];
    const transactionPrice = amountText(one.transactionPrice, one.currencyCode);
    return [{ ...one, eventId, transactionPrice, isVoid: voided.has(eventId) }];
  });
}

/** The position added up from the movements known then; for the current view it equals the stored position. */
function positionOf(movements: readonly MovementRow[]) {
  const total = (pick: (move: MovementRow) => string) => toPlainString(sum(movements.map(pick)));
  return {
    net: toPlainString(
      sum(movements.map(({ deferred }) => deferred)).minus(
        sum(movements.map(({ contractAsset }) => contractAsset)),
      ),
    ),
    receivable: total(({ receivable }) => receivable),
    refund: total(({ refund }) => refund),
  };
}

/** What is already read of a contract whose lock the caller holds. */
export interface AlreadyRead {
  /** The state its facts were just folded to. */
  readonly state?: ContractState | undefined;
  /** Its facts without the last ones recorded. */
  readonly recorded?: readonly RecordedEvent[] | undefined;
}

/**
 * Reads a contract completely, but for what is already read; with `knownAsOf`, its facts, schedule and balances as they were known then
 * (open amounts of invoices are always today's). Refuses NOT_FOUND.
 */
export async function viewContract(
  tenant: Tenant,
  id: string,
  { knownAsOf = null, state: folded, recorded: known = [] }: AlreadyRead & { knownAsOf?: string | null } = {},
): Promise<ContractView> {
  const found =
    (await readContract(tenant, id, { knownAsOf, after: known.at(-1)?.seq })) ??
    refuseNotFound('contract', id);
  const { contract, rows, movements } = found;
  const recorded = [...known, ...found.events];
  const state =
    folded ??
    valueOrThrow(picture(eventsOf(contract, recorded), await gridOfBooks(tenant, contract.subsidiaryId)));
  const costMonths = recorded.some(isAboutCosts) ? await costMonthsOf(tenant, id, knownAsOf) : [];
  const position = knownAsOf === null ? found.position : positionOf(movements);
  const interest = recorded.some(isAboutInterest) ? await interestStanding(tenant, id, knownAsOf) : NOTHING;
  const money = (text: string) => amountText(text, contract.currencyCode);
  const posted = new Map<string, string>();
  let recognised = dec('0');
  for (const row of rows) {
    if (row.runId === null) continue;
    posted.set(
      row.key,
      dec(posted.get(row.key) ?? '0')
        .plus(row.amount)
        .toFixed(),
    );
    recognised = recognised.plus(row.amount);
  }
  const states = new Map(state.obligations.map((one) => [one.key, one]));
  const net = dec(position?.net ?? '0');
  return {
    contract: {
      ...contract,
      contractStatus:
        knownAsOf === null ? contract.contractStatus : statusThen(contract, recorded, state.status),
      transactionPrice: money(
        // A draft has its price before any event is recorded.
        knownAsOf === null || recorded.length === 0 ? contract.transactionPrice : state.transactionPrice,
      ),
    },
    obligations: found.obligations
      .filter(({ key }) => states.has(key))
      .map((obligation) => {
        const allocated = states.get(obligation.key)?.allocated ?? obligation.allocated;
        const done = posted.get(obligation.key) ?? '0';
        const commitments = states.get(obligation.key)?.commitments;
        return {
          ...obligation,
          ssp: money(obligation.ssp),
          allocated: money(allocated),
          recognised: money(done),
          remaining: money(dec(allocated).minus(done).toFixed()),
          ...(commitments && { commitments }),
        };
      }),
    schedule: rows.map((row) => ({ ...row, amount: money(row.amount) })),
    versions: state.versions.map((version) => ({
      ...version,
      transactionPrice: money(sum(version.allocations.map(({ allocated }) => allocated)).toFixed()),
      recordedAt: recorded.find(({ event }) => event.id === version.eventId)?.recordedAt ?? '',
    })),
    events: recorded,
    openDecisions: state.openDecisions,
    financingQuestion: questionOf(contract, eventsOf(contract, recorded), state),
    losses: provisionViews(state, costMonths),
    costs: contractCostViews(state, costMonths),
    balances: {
      billed: state.billed,
      paid: state.paid,
      receivable: money(position?.receivable ?? '0'),
      contractAsset: money(net.isNegative() ? net.negated().toFixed() : '0'),
      deferred: money(net.isNegative() ? '0' : net.toFixed()),
      refundLiability: money(position?.refund ?? '0'),
      accruedInterest: money(interest.accrued),
      unearnedInterest: money(interest.unearned),
      advanceInterest: money(interest.advance),
      recognised: money(recognised.toFixed()),
      remaining: money(dec(state.transactionPrice).minus(recognised).toFixed()),
    },
    movements: movements.map((move) => ({
      ...move,
      amount: money(move.amount),
      receivable: money(move.receivable),
      contractAsset: money(move.contractAsset),
      deferred: money(move.deferred),
      refund: money(move.refund),
      revenue: money(move.revenue),
    })),
    reversals: found.reversals.map((one) => ({ ...one, amount: money(one.amount) })),
    sources: found.sources.map((source) => ({ ...source, amount: money(source.amount) })),
    separatedFrom: await separatedFrom(tenant, contract),
    separateContracts: await separateContracts(tenant, id, recorded),
    documents: found.documents.map((document) => ({
      ...document,
      totalAmount: money(document.totalAmount),
      openAmount: money(document.openAmount),
    })),
  };
}
