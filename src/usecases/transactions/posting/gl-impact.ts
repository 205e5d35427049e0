import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import type { FailedCheck } from '@/core/transactions/overridable-checks';
import { type MadeLine, readAccountNames, readMadeEntry } from '@/db/reports/gl-impact';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import {
  findTransactions,
  impactOfTransactions,
  linesOfTransactions,
  type NewImpactLine,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { anId, day } from '../../kit/fields';
import { draftOf } from '../lock-document';
import { referencesIn } from '../references/collect-references';
import { currentImpact } from './current-impact';
import { postingVerdict } from './posting-verdict';

/** One line of the entry; amounts at the scale of their currency. */
export interface ImpactLineView {
  readonly lineNumber: number;
  /** Null where neither the line nor the posting rule names an account: such an entry cannot be posted. */
  readonly accountId: string | null;
  readonly accountCode: string | null;
  readonly accountName: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly baseDebit: string;
  readonly baseCredit: string;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly memo: string | null;
}

/** The entry a document posted or would post, and the checks that posting would meet. */
export interface GlImpact {
  readonly transactionId: string;
  /** True: this is in the ledger. False: this is what posting would write. */
  readonly isPosted: boolean;
  readonly glTransactionId: string | null;
  readonly entryNumber: string | null;
  readonly postingDate: string;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly exchangeRate: string;
  readonly lines: readonly ImpactLineView[];
  readonly totals: {
    readonly debits: string;
    readonly credits: string;
    readonly baseDebits: string;
    readonly baseCredits: string;
    readonly difference: string;
  };
  /** Why posting would be refused regardless of overrides; null when nothing prevents it or it is already posted. */
  readonly blockedBy: Refusal | null;
  /** Checks that overrideChecks would skip. */
  readonly warnings: readonly FailedCheck[];
}

/**
 * The entry a document posted or would post (decisions.md, "Additions on C"). Approved documents show the approved
 * entry; earlier ones show the entry by today's posting rules. Refuses NOT_FOUND.
 */
export const transactionGlImpact = defineUseCase({
  name: 'gl.transaction.glImpact',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({ id: anId, postingDate: day.optional() }),
  async run(context, { id, postingDate }): Promise<GlImpact> {
    const { tenant, clock } = context;
    const [record] = await findTransactions(tenant, [id]);
    if (record === undefined) refuseNotFound('transaction', id);
    const made = record.ledgerEntryId === null ? null : await readMadeEntry(tenant, record.ledgerEntryId);
    if (made !== null) {
      const frame = { isPosted: true, glTransactionId: made.entryId, entryNumber: made.entryNumber };
      return view(context, record, made.lines, { ...frame, postingDate: made.postingDate });
    }
    const date = postingDate ?? (context.surface === 'trpc' ? record.transactionDate : clock.today());
    const { impact, blockedBy, warnings } = await preview(context, record, date);
    const frame = { isPosted: false, glTransactionId: null, entryNumber: null, postingDate: date };
    return view(context, record, impact, { ...frame, blockedBy, warnings });
  },
});

async function preview(context: Context, record: TransactionRecord, postingDate: string) {
  const { tenant, principal, clock } = context;
  const lines = await linesOfTransactions(tenant, [record.id]);
  const wanted = referencesIn([draftOf(record, lines)]);
  const stored =
    record.transactionStatus === 'APPROVED' ? await impactOfTransactions(tenant, [record.id]) : null;
  const accountIds = [...new Set([...wanted.accountIds, ...accountsOf(stored ?? [])])];
  const facts = await loadDocumentReferences(tenant, { ...wanted, accountIds });
  const impact: readonly NewImpactLine[] = stored ?? currentImpact(record, lines, facts);
  const question = {
    record,
    lineCount: lines.length,
    impact,
    facts,
    postingDate,
    today: clock.today(),
    mayPostSoftClosed: principal.permissions.has('gl.period.postSoftClosed'),
    actorId: principal.actor.id,
    asIfApproved: true,
  };
  const overridden = await postingVerdict(tenant, { ...question, overrideChecks: true });
  return overridden.ok
    ? { impact, blockedBy: null, warnings: overridden.value }
    : { impact, blockedBy: overridden.refusal, warnings: [] };
}

const accountsOf = (lines: readonly { readonly accountId: string | null }[]): string[] =>
  lines.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));

async function view(
  { tenant }: Context,
  record: TransactionRecord,
  lines: readonly (MadeLine | NewImpactLine)[],
  frame: Pick<GlImpact, 'isPosted' | 'glTransactionId' | 'entryNumber' | 'postingDate'> &
    Partial<Pick<GlImpact, 'blockedBy' | 'warnings'>>,
): Promise<GlImpact> {
  const { currencyCode, baseCurrencyCode } = record;
  const names = await readAccountNames(tenant, accountsOf(lines));
  const own = (text: string) => toAmountString(dec(text), currencyCode);
  const base = (text: string) => toAmountString(dec(text), baseCurrencyCode);
  const total = (side: 'debit' | 'credit' | 'baseDebit' | 'baseCredit') =>
    toPlainString(sum(lines.map((line) => line[side])));
  return {
    transactionId: record.id,
    currencyCode,
    baseCurrencyCode,
    exchangeRate: toPlainString(dec(record.exchangeRate)),
    lines: lines.map((line) => ({
      lineNumber: line.lineNumber,
      accountId: line.accountId,
      accountCode: names.get(line.accountId ?? '')?.code ?? null,
      accountName: names.get(line.accountId ?? '')?.name ?? null,
      debit: own(line.debit),
      credit: own(line.credit),
      baseDebit: base(line.baseDebit),
      baseCredit: base(line.baseCredit),
      classId: line.classId,
      departmentId: line.departmentId,
      locationId: line.locationId,
      projectId: line.projectId,
      entityType: line.entityType,
      entityId: line.entityId,
      memo: line.memo,
    })),
    totals: {
      debits: own(total('debit')),
      credits: own(total('credit')),
      baseDebits: base(total('baseDebit')),
      baseCredits: base(total('baseCredit')),
      difference: toAmountString(dec(total('debit')).minus(total('credit')), currencyCode),
    },
    blockedBy: null,
    warnings: [],
    ...frame,
  };
}
