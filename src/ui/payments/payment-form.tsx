'use client';

import { useState } from 'react';
import { dec } from '@/core/money/decimal';
import { isAccountingDate } from '@/core/periods/calendar';
import { controlRoleOf, KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { Notice } from '@/ui/kit/notice';
import { useChord } from '@/ui/kit/use-keys';
import { KeptNotice } from '@/ui/records/form/kept-notice';
import { useKeptWork } from '@/ui/records/form/use-kept-work';
import { useLeaveGuard } from '@/ui/records/form/use-leave-guard';
import { keptName } from '@/ui/shell/kept-work';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document, DocumentChoices } from '@/ui/transactions/document';
import { FormActions } from '@/ui/transactions/form/form-actions';
import type { Entered } from '@/ui/transactions/form/other-kind';
import { type Amounts, oldestAmounts, type Payable, readAllocation } from './allocation';
import { MoreOpen } from './more-open';
import { PaidItems } from './paid-items';
import { amountOf, type PaymentDraft, readPayment, settledAmount } from './payment-draft';
import { PaymentFields } from './payment-fields';
import { enteredPayment, paymentForKind, storedPayment } from './payment-kinds';
import { useRecordPayment } from './use-record-payment';

/** A new payment: the amount, the bank, and what it pays; the rest stays on account. */
export function PaymentForm({
  kind,
  choices,
  stored = null,
  entered = null,
  onKind = () => undefined,
}: {
  readonly kind: TransactionKind;
  readonly choices: DocumentChoices;
  /** The draft being edited. */
  readonly stored?: Document | null;
  /** What was entered before the kind was changed to this one. */
  readonly entered?: Entered | null;
  readonly onKind?: (kind: TransactionKind, entered: Entered | null) => void;
}) {
  const books = useBooks();
  const [start] = useState(() => {
    const fresh = newPayment(kind, choices, books.today, books.organization.baseCurrency);
    if (stored !== null) return storedPayment(stored, fresh);
    return entered === null ? fresh : paymentForKind(entered, fresh, kind);
  });
  const [draft, setDraft] = useState<PaymentDraft>(start);
  const [override, setOverride] = useState(false);
  const change = (part: Partial<PaymentDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { currencyCode: currency } = draft;
  const { open, report } = useOpenItems(kind, draft);
  const payables = payablesOf(open);
  const amount = amountOf(draft, payables);
  const paying = {
    id: 'new',
    number: 'this payment',
    currencyCode: currency,
    openAmount: settledAmount(draft, payables),
  };
  const allocation = readAllocation(paying, payables, draft.amounts);
  const save = useRecordPayment(stored);

  const isDirty = (draft !== start || entered !== null) && !save.isDone;
  useLeaveGuard(isDirty);
  const kept = useKeptWork<PaymentDraft>(
    keptName(books.organization.id, books.user.email, stored?.id ?? kind),
    draft,
    isDirty,
    readPayment,
  );
  const obstacle = obstacleOf(draft, amount, allocation);
  const maySubmit = books.may('gl.transaction.submit');
  const mayPost = books.may('gl.transaction.approve') && books.may('gl.transaction.post');
  function act(how: 'draft' | 'submit' | 'post') {
    if (obstacle !== null) return;
    const { amounts: _typed, ...given } = draft;
    save.run(
      { ...given, amount, applications: [...allocation.applications], how, overrideChecks: override },
      kept.forget,
    );
  }
  useChord('mod+s', () => act('draft'));
  useChord('mod+enter', () => act(mayPost ? 'post' : 'submit'), mayPost || maySubmit);

  return (
    <div className="flex flex-col gap-4 pb-16">
      {kept.found === null ? null : (
        <KeptNotice
          at={kept.found.at}
          onTake={() => {
            if (kept.found) setDraft(kept.found.value);
            kept.answered();
          }}
          onDrop={kept.forget}
        />
      )}
      {save.error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(save.error)}
        </Notice>
      ) : null}
      {refusalOf(save.error)?.code === 'CHECKS_FAILED' || override ? (
        <Checkbox
          label="Post despite these warnings"
          checked={override}
          onChange={(event) => setOverride(event.target.checked)}
        />
      ) : null}
      <PaymentFields
        kind={kind}
        choices={choices}
        draft={draft}
        amount={amount}
        isNew={stored === null}
        onChange={change}
        onKind={(next) => {
          kept.forget();
          onKind(next, isDirty ? enteredPayment(kind, draft, amount) : null);
        }}
      />
      <MoreOpen report={report} />
      <PaidItems
        documents={open}
        payables={payables}
        paying={paying}
        draft={draft}
        problems={allocation.problems}
        onAmounts={(amounts: Amounts) => change({ amounts })}
        onOldest={() => change({ amounts: oldestAmounts(paying, payables) })}
      />
      {allocation.applications.length > 0 && !mayPost ? (
        <Notice tone="caution" role="status">
          The payment is applied after it is posted: whoever posts it applies it from its page.
        </Notice>
      ) : null}
      <FormActions
        summary={[
          {
            label: `Paid (${currency})`,
            text: formatAmount(amount, currency, { zero: 'digits' }),
            tone: 'strong',
          },
          { label: 'Applied', text: formatAmount(allocation.total, currency, { zero: 'digits' }) },
          {
            label: 'On account',
            text: formatAmount(allocation.left, currency, { zero: 'digits' }),
            ...(allocation.left.startsWith('-') ? { tone: 'bad' as const } : {}),
          },
        ]}
        obstacle={obstacle}
        draftObstacle={obstacle}
        pending={save.pending}
        maySubmit={maySubmit}
        mayPost={mayPost}
        postLabel="Approve and post"
        onAct={act}
      />
    </div>
  );
}

function newPayment(
  kind: TransactionKind,
  choices: DocumentChoices,
  today: string,
  base: string,
): PaymentDraft {
  const subsidiary =
    choices.subsidiaries.find(({ baseCurrency }) => baseCurrency === base) ?? choices.subsidiaries[0];
  const type = choices.types.find((one) => one.kind === kind);
  return {
    transactionTypeId: type?.id ?? '',
    subsidiaryId: subsidiary?.id ?? '',
    entityType: KIND_FACTS[kind].entityType ?? 'CUSTOMER',
    entityId: '',
    transactionDate: today,
    currencyCode: subsidiary?.baseCurrency ?? base,
    exchangeRate: '',
    amount: '',
    discount: '',
    bankAccountId: type?.bankAccountId ?? '',
    paymentMethod: '',
    referenceNumber: '',
    memo: '',
    amounts: {},
  };
}

function useOpenItems(kind: TransactionKind, draft: PaymentDraft) {
  const books = useBooks();
  const { entityId, entityType, subsidiaryId, transactionDate: date, currencyCode } = draft;
  const { data } = trpc.reports.openItems.useQuery(
    {
      side: controlRoleOf(kind, entityType) ?? 'RECEIVABLE',
      asOf: isAccountingDate(date) && date > books.today ? date : books.today,
      subsidiaryId,
      entityId,
    },
    { enabled: entityId !== '' && books.may('gl.report.read') },
  );
  const items = entityId === '' ? [] : (data?.items ?? []);
  const open = items.filter(
    (item) => item.currencyCode === currencyCode && KIND_FACTS[item.kind as TransactionKind]?.settleable,
  );
  return { open, report: entityId === '' ? undefined : data };
}

type OpenRow = ReturnType<typeof useOpenItems>['open'][number];

const payablesOf = (rows: readonly OpenRow[]): Payable[] =>
  rows.map((row) => ({
    id: row.id,
    number: row.transactionNumber,
    dueDate: row.dueDate ?? row.transactionDate,
    openAmount: row.openAmount,
  }));

function obstacleOf(
  draft: PaymentDraft,
  amount: string,
  allocation: ReturnType<typeof readAllocation>,
): string | null {
  if (draft.entityId === '') return `Choose the ${draft.entityType.toLowerCase()}.`;
  if (!isAccountingDate(draft.transactionDate)) return 'Enter a date.';
  if (draft.bankAccountId === '') return 'Choose the bank account.';
  if (!dec(amount).greaterThan('0')) return 'Enter the amount, or select the documents it pays.';
  if (allocation.problems.size > 0) return 'Correct the amount marked in red.';
  return allocation.left.startsWith('-') ? 'More is applied than was paid.' : null;
}
