import { explainedDifference } from '@/core/cut-over/contract-difference';
import { differenceOf, imbalanceOf } from '@/core/cut-over/opening-entry';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum } from '@/core/money/decimal';
import {
  type AssignmentRow,
  accountsOfCutOver,
  assignmentsOf,
  type ContraAccount,
  type CutOverRecord,
  contractsOfCutOver,
  openSums,
} from '@/db/stores/cut-overs';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { type CountedImport, importsOfCutOver } from '@/db/stores/imports';
import type { Tenant } from '@/db/tenancy';
import { byId } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { isTied, type TiedControl, tieOutOf } from '../reports/tie-out-controls';
import { needsTwo } from '../revenue/approvals/second-person-rules';
import { isProposed, openingAsPrepared, reachCutOver } from './cut-over-rules';

/** An account of the proof, in base currency, debits above zero. */
export interface ProvedAccount {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly controlFor: string | null;
  readonly isClearing: boolean;
  /** By the imported trial balance. */
  readonly stated: string;
  /** By Daybook on the day. */
  readonly balance: string;
  readonly difference: string;
  /** Of the difference, what a person assigned to another account. */
  readonly assigned: string;
}

/** A contract of the proof, in its own currency. */
export interface ProvedContract {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly way: string;
  readonly currencyCode: string;
  readonly statedRecognized: string;
  readonly recognized: string;
  readonly statedDeferred: string;
  readonly deferred: string;
  /** Daybook's deferred revenue less the earlier system's. */
  readonly difference: string;
  /** In words, what it consists of; null without a difference. */
  readonly explanation: string | null;
}

export interface CutOverProof {
  readonly cutOver: CutOverRecord;
  readonly imports: readonly CountedImport[];
  readonly accounts: readonly ProvedAccount[];
  /** What debits of the imported trial balance exceed its credits by. */
  readonly imbalance: string;
  /** What is open according to the files, by kind and currency. */
  readonly stated: readonly {
    readonly noun: string;
    readonly currencyCode: string;
    readonly items: number;
    readonly amount: string;
  }[];
  readonly controls: readonly TiedControl[];
  readonly contracts: readonly ProvedContract[];
  readonly assignments: readonly AssignmentRow[];
  /** What segregation of duties requires for opening the books, as far as the caller is concerned. */
  readonly opening: {
    /** Whether it takes two people: one proposes it, someone else opens the books. */
    readonly needsTwo: boolean;
    /** Whether it is proposed and not made yet. */
    readonly isProposed: boolean;
    /** Whether the caller proposed it, by whatever credential. */
    readonly isOwn: boolean;
  };
  /** Whether the opening entry is made, every subledger agrees with its account, and every difference is assigned and posted. */
  readonly isProved: boolean;
  /** What is missing, in words; empty when it is proved. */
  readonly missing: readonly string[];
}

/**
 * The proof of a cut-over: the imported trial balance against Daybook's by account, open items and contracts against their accounts,
 * deferred revenue contract by contract, and every difference with what became of it. Reads; changes nothing. Refuses NOT_FOUND.
 */
export const showProof = defineUseCase({
  name: 'cutOver.proof',
  permission: 'gl.report.read',
  mode: 'report',
  input: byId,
  async run(context, { id }): Promise<CutOverProof> {
    const { tenant, clock, principal } = context;
    const cutOver = await reachCutOver(tenant, id);
    const { baseCurrency, cutOverDate, subsidiaryId } = cutOver;
    const found = await accountsOfCutOver(tenant, cutOver);
    const assignments = await assignmentsOf(tenant, id);
    const controls = await tieOutOf(tenant, {
      asOf: cutOverDate,
      today: clock.today(),
      subsidiaryIds: [subsidiaryId],
    });
    const money = (amount: Decimal) => toAmountString(amount, baseCurrency);
    const accounts = found.map((one) => proved(one, cutOver, assignments));
    const imbalance = imbalanceOf(found);
    const contracts = await provedContracts(tenant, cutOver);
    const missing = whatIsMissing(cutOver, {
      accounts,
      controls,
      assignments,
      isBalanced: imbalance.isZero(),
    });
    return {
      cutOver,
      imports: await importsOfCutOver(tenant, id),
      accounts,
      imbalance: money(imbalance),
      stated: (await openSums(tenant, id)).map((one) => ({
        ...one,
        amount: toAmountString(dec(one.amount), one.currencyCode),
      })),
      controls,
      contracts,
      opening: {
        needsTwo: await needsTwo(context, openingAsPrepared(cutOver, found).baseAmount),
        isProposed: isProposed(cutOver),
        isOwn:
          isProposed(cutOver) && (await isOwnWork(tenant, [cutOver.openingProposedBy], principal.actor.id)),
      },
      assignments: assignments.map((one) => ({ ...one, amount: money(dec(one.amount)) })),
      isProved: missing.length === 0,
      missing,
    };
  },
});

/** Every contract of the cut-over with what the earlier system said about it next to what Daybook has on the day. */
export async function provedContracts(tenant: Tenant, cutOver: CutOverRecord): Promise<ProvedContract[]> {
  return (await contractsOfCutOver(tenant, cutOver)).map((one): ProvedContract => {
    const own = (amount: Decimal) => toAmountString(amount, one.currencyCode);
    const difference = dec(one.deferred).minus(one.statedDeferred);
    const earned = dec(one.recognized).minus(one.statedRecognized);
    return {
      contractId: one.contractId,
      contractNumber: one.contractNumber,
      way: one.way,
      currencyCode: one.currencyCode,
      statedRecognized: own(dec(one.statedRecognized)),
      recognized: own(dec(one.recognized)),
      statedDeferred: own(dec(one.statedDeferred)),
      deferred: own(dec(one.deferred)),
      difference: own(difference),
      explanation: difference.isZero() ? null : explainedDifference(one.way, { earned, difference }, own),
    };
  });
}

function proved(
  account: ContraAccount,
  { clearingAccountId, baseCurrency }: CutOverRecord,
  assignments: readonly AssignmentRow[],
): ProvedAccount {
  const money = (amount: Decimal) => toAmountString(amount, baseCurrency);
  const own = assignments.filter(({ accountId }) => accountId === account.accountId);
  // An account that may be posted to is judged with everything; a control account by its subledger alone.
  const balance = account.controlFor === null ? account.balance : account.posted;
  return {
    accountId: account.accountId,
    code: account.code,
    name: account.name,
    controlFor: account.controlFor,
    isClearing: account.accountId === clearingAccountId,
    stated: money(dec(account.stated)),
    balance: money(dec(balance)),
    difference: money(differenceOf({ stated: account.stated, posted: balance })),
    assigned: money(sum(own.map(({ amount }) => amount))),
  };
}

function whatIsMissing(
  cutOver: CutOverRecord,
  of: {
    readonly accounts: readonly ProvedAccount[];
    readonly controls: readonly TiedControl[];
    readonly assignments: readonly AssignmentRow[];
    readonly isBalanced: boolean;
  },
): string[] {
  const untied = of.controls.filter((one) => !isTied(one)).map(({ control }) => control);
  const open = of.accounts.filter(
    ({ controlFor, difference, assigned }) => controlFor !== null && !dec(difference).equals(assigned),
  );
  const waiting = of.assignments.filter(({ transactionStatus }) => transactionStatus !== 'POSTED');
  return [
    ...(of.accounts.some(({ stated }) => /[1-9]/.test(stated))
      ? []
      : ['The opening trial balance is not imported.']),
    ...(of.isBalanced ? [] : ['The imported trial balance does not balance.']),
    ...(isProposed(cutOver)
      ? [
          `The opening entry is not made: ${cutOver.openingProposedByName} proposed to open the books, and someone else must approve it.`,
        ]
      : cutOver.openingTransactionId === null
        ? ['The opening entry is not made.']
        : []),
    ...(untied.length === 0
      ? []
      : [
          `These accounts do not reconcile to their documents or contracts: ${[...new Set(untied)].join(', ')}.`,
        ]),
    ...(open.length === 0
      ? []
      : [`Differences are not assigned: ${open.map(({ code }) => code).join(', ')}.`]),
    ...(waiting.length === 0
      ? []
      : [
          `Entries that assign differences are not posted: ${[...new Set(waiting.map((one) => one.transactionNumber))].join(', ')}.`,
        ]),
  ];
}
