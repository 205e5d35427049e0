'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { dec, toPlainString } from '@/core/money/decimal';
import { isZeroDecimal } from '@/core/money/plain-decimal';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Money } from '@/ui/kit/figures/money';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { billedChoices, readBilled } from './billed-text';
import type { Contract } from './contract-months';

/** What an invoice of a contract is proposed for. */
export type ProposedInvoice = {
  readonly date: string;
  readonly amount: string;
  readonly description: string;
  /** What it is for (billed-text). */
  readonly billed: string;
};

/** Drafts an invoice that bills a contract, proposing what is not billed yet or what it is `proposed` for, and opens it. */
export function InvoiceDialog({
  view,
  proposed,
  onClose,
}: {
  readonly view: Contract;
  readonly proposed?: ProposedInvoice;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const router = useRouter();
  const { contract, balances } = view;
  const left = toPlainString(dec(contract.transactionPrice).minus(balances.billed));
  const isLeft = !isZeroDecimal(left) && !left.startsWith('-');
  const [date, setDate] = useState(proposed?.date ?? books.today);
  const [amount, setAmount] = useState(proposed?.amount ?? (isLeft ? left : ''));
  const [description, setDescription] = useState(
    proposed?.description ?? contract.name ?? contract.contractNumber,
  );
  const [billed, setBilled] = useState(proposed?.billed ?? '');
  const item = readBilled(billed);
  const draft = trpc.transactions.createEmpty.useMutation();
  const submit = () =>
    draft.mutate(
      {
        kind: 'INVOICE',
        entityType: 'CUSTOMER',
        entityId: contract.customerId,
        subsidiaryId: contract.subsidiaryId,
        currencyCode: contract.currencyCode,
        transactionDate: date,
        revenueContractId: contract.id,
        lines: [
          {
            lineNumber: 1,
            lineType: 'SERVICE',
            description: description.trim(),
            quantity: '1',
            unitPrice: amount,
            obligationKey: item?.key ?? null,
            commitmentFrom: item?.from ?? null,
          },
        ],
      },
      {
        onSuccess: (made) => {
          notifyDone(`${made.transactionNumber} is drafted for ${contract.contractNumber}.`);
          onClose();
          router.push(books.path(`transactions/${made.id}/edit`));
        },
      },
    );
  return (
    <ConfirmDialog
      title={`Invoice ${contract.contractNumber}`}
      isOpen
      onClose={onClose}
      confirmLabel="Draft the invoice"
      isPending={draft.isPending}
      isDisabled={amount === '' || date === '' || description.trim() === ''}
      error={draft.error ? sentenceOf(draft.error) : undefined}
      onConfirm={submit}
    >
      <p className="text-ink-soft">
        The price is{' '}
        <Money
          value={contract.transactionPrice}
          currency={contract.currencyCode}
          showCurrency
          zero="digits"
        />
        , of which <Money value={balances.billed} currency={contract.currencyCode} zero="digits" /> is billed.
        Posting the invoice credits the contract, not revenue.
      </p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField label="Date" required value={date} onValue={setDate} />
        <AmountField
          label={`Amount before tax (${contract.currencyCode})`}
          currency={contract.currencyCode}
          required
          value={amount}
          onValue={setAmount}
        />
        <SelectField
          label="For"
          className="sm:col-span-2"
          value={billed}
          empty="No obligation in particular"
          choices={billedChoices(view.obligations).map(({ id, label, note }) => ({
            value: id,
            label: note === undefined ? label : `${label} (${note})`,
          }))}
          onChange={(event) => setBilled(event.target.value)}
        />
        <TextField
          label="Description"
          required
          className="sm:col-span-2"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
