import type { EntryLine } from '@/core/ledger/entry-line';
import { sum, toPlainString } from '@/core/money/decimal';
import type { Outcome } from '@/core/outcome';
import type { PeriodStatus } from '@/core/periods/period-status';
import type { Surface } from '@/core/principal';
import { checkEntry, checkPosting, type PostingFacts } from '@/core/transactions/checks';
import type { EntityType, TransactionKind } from '@/core/transactions/kinds';
import {
  type DimensionName,
  type FailedCheck,
  missingDimensions,
} from '@/core/transactions/overridable-checks';
import type { TransactionStatus } from '@/core/transactions/status';
import type { AccountFacts, DocumentReferences } from '@/db/stores/documents/document-references';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { loadPostingSurroundings } from '@/db/stores/documents/posting-surroundings';
import type { ImpactLineRecord, NewImpactLine, TransactionRecord } from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { oncePer } from '../references/reference-facts';

/**
 * Whether approving at a door refuses what can never be posted as it stands. The interface's own doors refuse it when it is posted
 * (decisions.md, TRANSACTION_NOT_BALANCED).
 */
export const DEMANDS_POSTABLE: Readonly<Record<Surface, boolean>> = {
  A: false,
  B: false,
  C: false,
  D: false,
  scim: false,
  auth: false,
  job: false,
  trpc: true,
};

/** Which document would be posted, when, and by whom. */
export interface VerdictQuestion {
  readonly record: TransactionRecord;
  readonly lineCount: number;
  readonly impact: readonly (NewImpactLine | ImpactLineRecord)[];
  readonly facts: DocumentReferences;
  readonly postingDate: string;
  readonly today: string;
  readonly overrideChecks: boolean;
  readonly mayPostSoftClosed: boolean;
  readonly actorId: string | null;
  /** Treats the document as approved: the checks that posting will meet once it is. */
  readonly asIfApproved: boolean;
}

/** Core's verdict on posting a document; when granted, the value lists the checks that overrideChecks skipped. */
export async function postingVerdict(
  tenant: Tenant,
  question: VerdictQuestion,
): Promise<Outcome<FailedCheck[]>> {
  const { record, facts, impact } = question;
  const { period, owed, creditLimit, duplicates } = await loadPostingSurroundings(tenant, {
    transactionId: record.id,
    postingDate: question.postingDate,
  });
  const { enforceSegregation: enforce, segregationThreshold: threshold } = facts.organization;
  const entry = impact.map((line) => entryLine(line, record.currencyCode));
  const accounts = new Map(facts.accounts.map((account) => [account.id, account]));
  const status = record.transactionStatus as TransactionStatus;
  const posting: PostingFacts = {
    document: {
      id: record.id,
      kind: record.kind as TransactionKind,
      status: question.asIfApproved && record.ledgerEntryId === null ? 'APPROVED' : status,
      glTransactionId: record.ledgerEntryId,
      entityId: record.entityId,
      lineCount: question.lineCount,
    },
    entry,
    currencyCode: record.currencyCode,
    baseCurrencyCode: record.baseCurrencyCode,
    accounts,
    period: period === null ? null : { label: period.label, status: period.status as PeriodStatus },
    postingDate: question.postingDate,
    today: question.today,
    subsidiaryId: record.subsidiaryId,
    mayPostSoftClosed: question.mayPostSoftClosed,
    overrideChecks: question.overrideChecks,
    fourEyes: {
      segregation: { enforce, threshold },
      isOwnWork:
        enforce && (await isOwnWork(tenant, [record.createdBy, ...record.changedBy], question.actorId)),
      baseTotalAmount: record.baseTotalAmount,
      baseDebits: toPlainString(sum(impact.map((line) => line.baseDebit))),
    },
    requiredDimensions: missingDimensions(entry, dimensionsOf(facts.accounts, 'required')),
    credit:
      record.kind === 'INVOICE' && creditLimit !== null
        ? {
            limit: creditLimit,
            owed,
            adds: record.baseTotalAmount,
            baseCurrencyCode: record.baseCurrencyCode,
          }
        : null,
    missingDimensions: missingDimensions(entry, dimensionsOf(facts.accounts, 'recommended')),
    duplicates,
  };
  return checkPosting(posting);
}

/**
 * Whether a document's entry can ever be posted as it stands, whatever the day. Refuses NOT_BALANCED, ACCOUNT_UNRESOLVED,
 * ACCOUNT_NOT_POSTABLE, INCOMPLETE_DOCUMENT.
 */
export function entryVerdict(
  impact: readonly NewImpactLine[],
  document: { readonly currencyCode: string; readonly baseCurrencyCode: string },
  facts: Pick<DocumentReferences, 'accounts'>,
): Outcome<readonly EntryLine[]> {
  const entry = impact.map((line) => entryLine(line, document.currencyCode));
  return checkEntry(entry, {
    baseCurrencyCode: document.baseCurrencyCode,
    accounts: accountsById(facts.accounts),
    requiredDimensions: missingDimensions(entry, requiredOf(facts.accounts)),
  });
}

function entryLine(line: NewImpactLine | ImpactLineRecord, currencyCode: string): EntryLine {
  return {
    ...line,
    entityType: line.entityType as EntityType | null,
    currencyCode,
    isControl: line.fromSubledger,
  };
}

const DIMENSION_FIELDS: Readonly<Record<string, DimensionName>> = {
  class: 'classId',
  department: 'departmentId',
  location: 'locationId',
  project: 'projectId',
};

function dimensionsOf(
  accounts: readonly AccountFacts[],
  sort: 'required' | 'recommended',
): ReadonlyMap<string, readonly DimensionName[]> {
  return new Map(
    accounts.map((account) => [
      account.id,
      account[sort].flatMap((name) => {
        const field = DIMENSION_FIELDS[name];
        return field === undefined ? [] : [field];
      }),
    ]),
  );
}

// Hundreds of documents of an import are judged by the same accounts.
const accountsById = oncePer(
  (accounts: readonly AccountFacts[]): ReadonlyMap<string, AccountFacts> =>
    new Map(accounts.map((account) => [account.id, account])),
);
const requiredOf = oncePer((accounts: readonly AccountFacts[]) => dimensionsOf(accounts, 'required'));
