import { accountsNotPostable, accountUnresolved } from '@/core/ledger/accounts';
import { unbalanced } from '@/core/ledger/balance';
import { dec } from '@/core/money/decimal';
import type { Outcome } from '@/core/outcome';
import { periodNotOpen } from '@/core/periods/period-status';
import { type OverridableCheck, type RefusalData, RefusalError, refusal } from '@/core/refusals';
import { dimensionsMissing, incompleteDocument } from '@/core/transactions/checks';
import { CHECK_SENTENCES, checksFailed } from '@/core/transactions/overridable-checks';
import { selfApproval } from '@/core/transactions/segregation';
import { alreadyPosted, statusSentence } from '@/core/transactions/status';
import type { Verdict } from '@/db/stores/documents/postings';

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The refusal for the database's verdict on a posting or a reversal: core's codes and messages. */
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
      return errorOf(selfApproval('gl.transaction.post'));
    case 'ALREADY_POSTED': {
      const glTransactionId = detail.glTransactionId === null ? null : text('glTransactionId');
      return errorOf(alreadyPosted({ id, status: text('status'), glTransactionId }));
    }
    case 'INCOMPLETE_DOCUMENT': {
      const missing = texts(detail.missing);
      return errorOf(missing.includes('lines') ? incompleteDocument(missing) : dimensionsMissing(missing));
    }
    case 'NOT_BALANCED': {
      const amount = (name: string) => dec(String(detail[name] ?? '0'));
      return errorOf(unbalanced(amount('debits'), amount('credits'), text('currencyCode')));
    }
    case 'ACCOUNT_UNRESOLVED':
      return errorOf(accountUnresolved(texts(detail.lineNumbers).map(Number)));
    case 'ACCOUNT_NOT_POSTABLE':
      return errorOf(accountsNotPostable(detail.accounts as RefusalData['ACCOUNT_NOT_POSTABLE']['accounts']));
    case 'PERIOD_NOT_OPEN':
      return errorOf(
        periodNotOpen({
          date: text('date'),
          period: detail.period === null ? null : text('period'),
          status: text('status'),
          subsidiaryId: text('subsidiaryId'),
        }),
      );
    case 'CHECKS_FAILED': {
      const checks = texts(detail.checks) as OverridableCheck[];
      return errorOf(checksFailed(checks.map((check) => ({ check, message: CHECK_SENTENCES[check] }))));
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

function errorOf(outcome: Outcome<never>): RefusalError {
  if (outcome.ok) throw new Error('a refusal was expected');
  return new RefusalError(outcome.refusal);
}

/** INVALID_STATUS_TRANSITION of a posting or a reversal, with the message of its reason. */
export function statusRefusal(verdict: Verdict, to: 'POSTED' | 'REVERSED'): RefusalError {
  const from = String(verdict.detail.from);
  const { reason } = verdict.detail;
  const message =
    reason === 'IS_A_REVERSAL'
      ? 'A reversal cannot be reversed. Create a new transaction instead.'
      : reason === 'HAS_APPLICATIONS'
        ? 'Payments or credits are applied. Unapply them first.'
        : statusSentence(from, to === 'POSTED' ? 'post' : 'reverse');
  return no('INVALID_STATUS_TRANSITION', message, { from, to });
}
