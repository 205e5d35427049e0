'use client';

import { useMemo, useState } from 'react';
import { isTransactionKind, KIND_FACTS } from '@/core/transactions/kinds';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { DateField } from '@/ui/kit/input/date-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { notifyDone } from '@/ui/kit/notify';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '@/ui/transactions/document';
import { AcrossCurrencies } from './across-currencies';
import { type Amounts, oldestAmounts, type Payable, type Paying, readAllocation } from './allocation';
import { ApplyFoot } from './apply-foot';
import { ApplyTable } from './apply-table';
import { ExchangeDialog } from './exchange-dialog';
import { MoreOpen } from './more-open';
import { type Applied, type OpenDocument, sideOf } from './settling';
import { useSettlementDay } from './use-settlement-day';

/**
 * The open documents of the payment's counterparty, with an amount field for each, and the remainder of the payment.
 */
export function ApplyForm({ payment }: { readonly payment: Document }) {
  const books = useBooks();
  // A payment cannot be applied before it was posted, and a payment may be dated after today.
  const firstDay =
    payment.postingDate !== null && payment.postingDate > books.today ? payment.postingDate : books.today;
  const query = trpc.reports.openItems.useQuery({
    side: sideOf(payment) ?? 'RECEIVABLE',
    asOf: firstDay,
    subsidiaryId: payment.subsidiaryId,
    ...(payment.entityId === null ? {} : { entityId: payment.entityId }),
  });
  return (
    <QueryView query={query}>
      {(report) => {
        const settleable = report.items.filter(
          (item) => isTransactionKind(item.kind) && KIND_FACTS[item.kind].settleable,
        );
        const documents = settleable.filter(({ currencyCode }) => currencyCode === payment.currencyCode);
        const others = settleable.filter(({ currencyCode }) => currencyCode !== payment.currencyCode);
        return (
          <div className="flex flex-col gap-4">
            <MoreOpen report={report} />
            {documents.length === 0 ? (
              <EmptyState title="Nothing is open">
                {`No open ${sideOf(payment) === 'RECEIVABLE' ? 'invoice' : 'bill'} in ${payment.currencyCode} can be settled with it.`}
              </EmptyState>
            ) : (
              <Allocate payment={payment} documents={documents} />
            )}
            {others.length === 0 ? null : <AcrossCurrencies payment={payment} documents={others} />}
          </div>
        );
      }}
    </QueryView>
  );
}

function Allocate({
  payment,
  documents,
}: {
  readonly payment: Document;
  readonly documents: readonly OpenDocument[];
}) {
  const [amounts, setAmounts] = useState<Amounts>({});
  const [preview, setPreview] = useState<Applied | null>(null);
  const apply = trpc.transactions.applyPayment.useMutation();
  const { paying, payables } = useSides(payment, documents);
  const allocation = useMemo(() => readAllocation(paying, payables, amounts), [paying, payables, amounts]);
  const { appliedOn, setAppliedOn, hint } = useSettlementDay([
    payment.id,
    ...allocation.applications.map(({ documentId }) => documentId),
  ]);
  const isForeign = payment.currencyCode !== payment.baseCurrencyCode;
  const input = (dryRun: boolean): RouterInputs['transactions']['applyPayment'] & object => ({
    paymentId: payment.id,
    applications: [...allocation.applications],
    appliedOn,
    $call: { expectedVersion: payment.version, dryRun },
  });

  function post() {
    apply.mutate(input(false), {
      onSuccess: ({ applications }) => {
        setPreview(null);
        setAmounts({});
        const [only] = applications;
        const to =
          applications.length === 1 && only
            ? (documents.find(({ id }) => id === only.documentId)?.transactionNumber ?? '1 document')
            : `${applications.length} documents`;
        notifyDone(`${payment.transactionNumber} is applied to ${to}.`);
      },
    });
  }

  // An exchange difference is booked immediately, so it is shown first, from the same calculation.
  const act = () => (isForeign ? apply.mutate(input(true), { onSuccess: setPreview }) : post());

  return (
    <section aria-label="Apply to open documents" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="font-semibold text-lead">Open documents</h2>
        <DateField
          label="Applied on"
          className="w-72"
          required
          value={appliedOn}
          onValue={setAppliedOn}
          hint={[hint ?? '', isForeign ? 'Any exchange difference is booked on this date.' : '']
            .join(' ')
            .trim()}
        />
      </div>
      <ApplyTable
        paying={paying}
        documents={documents}
        payables={payables}
        amounts={amounts}
        problems={allocation.problems}
        onAmounts={setAmounts}
      />
      {apply.error && preview === null ? (
        <p role="alert" className="rounded border border-danger/30 bg-danger-soft px-3 py-2 text-danger">
          {sentenceOf(apply.error)}
        </p>
      ) : null}
      <ApplyFoot
        paying={paying}
        allocation={allocation}
        obstacle={appliedOn === '' ? 'Enter the date.' : allocation.obstacle}
        isPending={apply.isPending}
        hasAmounts={allocation.applications.length > 0}
        applyLabel={isForeign ? 'Apply…' : 'Apply'}
        onOldest={() => setAmounts(oldestAmounts(paying, payables))}
        onClear={() => setAmounts({})}
        onApply={act}
      />
      {preview ? (
        <ExchangeDialog
          payment={payment}
          documents={documents}
          preview={preview}
          isPending={apply.isPending}
          error={apply.error ? sentenceOf(apply.error) : undefined}
          onClose={() => setPreview(null)}
          onConfirm={post}
        />
      ) : null}
    </section>
  );
}

function useSides(
  { id, transactionNumber, currencyCode, openAmount }: Document,
  documents: readonly OpenDocument[],
): { paying: Paying; payables: readonly Payable[] } {
  return useMemo(
    () => ({
      paying: { id, number: transactionNumber, currencyCode, openAmount },
      payables: documents.map((document) => ({
        id: document.id,
        number: document.transactionNumber,
        dueDate: document.dueDate ?? document.transactionDate,
        openAmount: document.openAmount,
      })),
    }),
    [id, transactionNumber, currencyCode, openAmount, documents],
  );
}
