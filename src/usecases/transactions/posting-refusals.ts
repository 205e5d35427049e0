import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { type OverridableCheck, type RefusalData, RefusalError, refusal } from '@/core/refusals';
import type { Verdict } from '@/db/stores/postings';

/** A sentence for each overridable check, where the figures are not at hand. */
const CHECK_SENTENCES: Readonly<Record<OverridableCheck, string>> = {
  CREDIT_LIMIT: 'The invoice takes the customer over the credit limit.',
  MISSING_DIMENSION: 'Recommended dimensions are missing.',
  DUPLICATE_DOCUMENT:
    'This may be a duplicate: a posted document of this counterparty has the same reference number.',
  FAR_FUTURE_DATE: 'The posting date is more than 30 days ahead.',
  SOFT_CLOSED_PERIOD: 'The period is soft-closed.',
};

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The refusal for what the database answered about a posting or a reversal: the same codes the core would give. */
export function refusalOfVerdict({ transactionId: id, refusal: code, detail }: Verdict): RefusalError {
  const text = (name: string) => String(detail[name] ?? '');
  switch (code) {
    case 'NOT_FOUND':
      return no('NOT_FOUND', 'No transaction has this ID.', { noun: 'transaction', id });
    case 'FORBIDDEN_SCOPE':
      return no('FORBIDDEN', 'Your role does not include this subsidiary.', {
        permission: 'gl.transaction.post',
        reason: 'SUBSIDIARY_SCOPE',
      });
    case 'SELF_APPROVAL':
      return no('FORBIDDEN', 'Someone else must do this because you created the transaction.', {
        permission: 'gl.transaction.post',
        reason: 'SELF_APPROVAL',
      });
    case 'ALREADY_POSTED':
      return no('ALREADY_POSTED', 'The transaction is already posted to the ledger.', {
        id,
        status: text('status'),
        glTransactionId: detail.glTransactionId === null ? null : text('glTransactionId'),
      });
    case 'INCOMPLETE_DOCUMENT': {
      const missing = texts(detail.missing);
      const message = `The transaction is not complete: ${missing.join(', ')} missing.`;
      return no('INCOMPLETE_DOCUMENT', message, { missing });
    }
    case 'NOT_BALANCED':
      return notBalanced(detail);
    case 'ACCOUNT_UNRESOLVED': {
      const lineNumbers = texts(detail.lineNumbers).map(Number);
      const message = `No account for line ${lineNumbers.join(', ')} (0: the posting rule of the transaction type).`;
      return no('ACCOUNT_UNRESOLVED', message, { lineNumbers });
    }
    case 'ACCOUNT_NOT_POSTABLE': {
      const accounts = detail.accounts as RefusalData['ACCOUNT_NOT_POSTABLE']['accounts'];
      const list = accounts.map((account) => `${account.code} (${account.why.toLowerCase()})`).join(', ');
      return no('ACCOUNT_NOT_POSTABLE', `These accounts do not accept this posting: ${list}.`, { accounts });
    }
    case 'PERIOD_NOT_OPEN':
      return periodNotOpen(detail);
    case 'CHECKS_FAILED': {
      const checks = (texts(detail.checks) as OverridableCheck[]).map((check) => ({
        check,
        message: CHECK_SENTENCES[check],
      }));
      const sentence = checks.map((one) => one.message).join(' ');
      return no('CHECKS_FAILED', `${sentence} Send overrideChecks to post anyway.`, { checks });
    }
    case 'REVERSAL_BEFORE_POSTING': {
      const [postingDate, reversalDate] = [text('postingDate'), text('reversalDate')];
      const message = `The reversal cannot be dated ${reversalDate}, before the posting on ${postingDate}.`;
      return no('REVERSAL_BEFORE_POSTING', message, { postingDate, reversalDate });
    }
    default:
      throw new Error(`the database refused with an unknown word: ${String(code)}`);
  }
}

function no<Code extends Parameters<typeof refusal>[0]>(
  code: Code,
  message: string,
  data: RefusalData[Code],
): RefusalError {
  return new RefusalError(refusal(code, message, data));
}

function notBalanced(detail: Verdict['detail']): RefusalError {
  const currencyCode = String(detail.currencyCode);
  const amount = (name: string) => toAmountString(dec(String(detail[name] ?? '0')), currencyCode);
  const data = {
    debits: amount('debits'),
    credits: amount('credits'),
    difference: amount('difference'),
    currencyCode,
  };
  const figures = `Debits ${data.debits}, credits ${data.credits} ${currencyCode}.`;
  const message =
    data.difference === amount('nothing')
      ? `An entry needs at least two lines with an amount. ${figures}`
      : `Debits and credits are not equal. ${figures}`;
  return no('NOT_BALANCED', message, data);
}

const PERIOD_WORDS: Readonly<Record<string, string>> = {
  SOFT_CLOSED: 'soft-closed',
  CLOSED: 'closed',
  LOCKED: 'locked',
};

function periodNotOpen(detail: Verdict['detail']): RefusalError {
  const data = {
    date: String(detail.date),
    period: detail.period === null ? null : String(detail.period),
    status: String(detail.status),
    subsidiaryId: String(detail.subsidiaryId),
  };
  const message =
    data.period === null
      ? `No fiscal period covers ${data.date}. Generate the fiscal year first or use another date.`
      : `Period ${data.period} is ${PERIOD_WORDS[data.status] ?? data.status}. Use a date in an open period or reopen it.`;
  return no('PERIOD_NOT_OPEN', message, data);
}

/** INVALID_STATUS_TRANSITION of a posting or a reversal, in the words of its reason. */
export function statusRefusal(verdict: Verdict, to: 'POSTED' | 'REVERSED'): RefusalError {
  const from = String(verdict.detail.from);
  return no('INVALID_STATUS_TRANSITION', statusSentence(from, to, verdict.detail.reason), { from, to });
}

function statusSentence(from: string, to: 'POSTED' | 'REVERSED', reason: unknown): string {
  if (reason === 'IS_A_REVERSAL') return 'A reversal cannot be reversed. Create a new transaction instead.';
  if (reason === 'HAS_APPLICATIONS') return 'Payments or credits are applied. Unapply them first.';
  return to === 'POSTED'
    ? `A transaction in status ${from} cannot be posted; it must be APPROVED.`
    : `A transaction in status ${from} cannot be reversed; it must be POSTED.`;
}
