'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { DataTable } from '@/ui/kit/tables/data-table';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { SubscriptionItem } from './item-dialog';
import type { Subscription } from './subscription-dialog';

type Changed = RouterOutputs['subscriptions']['change'];

const ADD = 'add';
const WAYS = [
  { value: 'terms', label: 'New terms' },
  { value: 'end', label: 'It ends' },
];

/** Changes what an active subscription bills, after showing what the rest of the billing period costs or credits. */
export function ChangeDialog({
  subscription,
  items,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly items: readonly SubscriptionItem[];
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const currency = subscription.currencyCode;
  const offered = items.filter(({ endDate }) => endDate === null || endDate > books.today);
  const [first] = offered;
  const [chosen, setChosen] = useState(first?.id ?? ADD);
  const [way, setWay] = useState('terms');
  const [onDay, setOnDay] = useState(books.today);
  const item = offered.find(({ id }) => id === chosen);
  const [terms, setTerms] = useState(termsOf(first));
  const [shown, setShown] = useState<Changed | null>(null);
  const change = trpc.subscriptions.change.useMutation();
  const isEnd = item !== undefined && way === 'end';
  const edit = (part: Partial<typeof terms>) => {
    setShown(null);
    setTerms({ ...terms, ...part });
  };
  const input = (dryRun: boolean) => ({
    id: subscription.id,
    onDay,
    changes: [
      {
        ...(item ? { subscriptionItemId: item.id } : {}),
        to: isEnd
          ? null
          : {
              itemId: item?.itemId ?? null,
              description: terms.description.trim() || null,
              quantity: terms.quantity.trim(),
              unitPrice: terms.unitPrice,
              discountPercent: terms.discountPercent.trim() || '0',
            },
      },
    ],
    $call: { expectedVersion: subscription.version, dryRun },
  });
  const post = () =>
    change.mutate(input(false), {
      onSuccess: ({ document }) => {
        notifyDone(
          document === null
            ? 'Changed. Nothing is due for the rest of the period.'
            : `Changed. ${document.transactionNumber} is drafted for the rest of the period.`,
        );
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Change ${subscription.subscriptionNumber}`}
      isOpen
      onClose={onClose}
      // The effect comes from the same calculation that books it.
      onConfirm={() => (shown === null ? change.mutate(input(true), { onSuccess: setShown }) : post())}
      confirmLabel={shown === null ? 'Show the effect' : 'Change'}
      isPending={change.isPending}
      isDisabled={onDay === '' || (!isEnd && (terms.unitPrice === '' || terms.quantity.trim() === ''))}
      error={change.error ? sentenceOf(change.error) : undefined}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          label="What changes"
          className="sm:col-span-2"
          value={chosen}
          choices={[
            ...offered.map(({ id, description }) => ({ value: id, label: description ?? 'Item' })),
            { value: ADD, label: 'An item is added' },
          ]}
          onChange={(event) => {
            setShown(null);
            setChosen(event.target.value);
            setTerms(termsOf(offered.find(({ id }) => id === event.target.value)));
          }}
        />
        <DateField
          label="First day with the change"
          required
          value={onDay}
          onValue={(day) => {
            setShown(null);
            setOnDay(day);
          }}
        />
        {item === undefined ? null : (
          <SelectField
            label="How"
            value={way}
            choices={WAYS}
            onChange={(event) => {
              setShown(null);
              setWay(event.target.value);
            }}
          />
        )}
        {isEnd ? null : (
          <>
            <TextField
              label="Description"
              className="sm:col-span-2"
              value={terms.description}
              onChange={(event) => edit({ description: event.target.value })}
            />
            <TextField
              label="Quantity"
              required
              inputMode="decimal"
              value={terms.quantity}
              onChange={(event) => edit({ quantity: event.target.value })}
            />
            <AmountField
              label={`Price per unit and period (${currency})`}
              required
              currency={currency}
              value={terms.unitPrice}
              onValue={(unitPrice) => edit({ unitPrice })}
            />
            <TextField
              label="Discount (%)"
              inputMode="decimal"
              value={terms.discountPercent}
              onChange={(event) => edit({ discountPercent: event.target.value })}
            />
          </>
        )}
      </div>
      {shown === null ? null : <Effect shown={shown} onDay={onDay} />}
    </ConfirmDialog>
  );
}

/** The current terms of an item, as the form holds them; blank ones for a new item. */
function termsOf(item: SubscriptionItem | undefined) {
  return {
    description: item?.description ?? '',
    quantity: item?.quantity ?? '1',
    unitPrice: item?.unitPrice ?? '',
    discountPercent: item?.discountPercent ?? '0',
  };
}

function Effect({ shown, onDay }: { readonly shown: Changed; readonly onDay: string }) {
  const { period, items, difference, currencyCode, document } = shown;
  const money = (value: string) => <Money value={value} currency={currencyCode} zero="digits" />;
  return (
    <>
      <DataTable
        label="The rest of the billing period"
        rows={items.map((one, index) => ({ ...one, key: String(index) }))}
        rowId={({ key }) => key}
        columns={[
          { id: 'item', header: 'Item', cell: ({ description }) => description, total: 'In all' },
          {
            id: 'difference',
            header: `${formatDate(onDay)} to ${formatDate(period.end)} (${currencyCode})`,
            align: 'end',
            cell: (one) => money(one.difference),
            total: money(difference),
          },
        ]}
      />
      <p>
        {document === null
          ? 'Nothing is due for the rest of the period.'
          : document.kind === 'INVOICE'
            ? 'It is billed on a separate invoice, which is drafted.'
            : 'It is credited on a credit memo, which is drafted.'}{' '}
        From the next period on, invoices use the new terms.
      </p>
    </>
  );
}
