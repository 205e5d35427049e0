'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money, Quantity } from '@/ui/kit/figures/money';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { DataTable } from '@/ui/kit/tables/data-table';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Subscription } from './subscription-dialog';

type Cancelled = RouterOutputs['subscriptions']['cancel'];
type Renewed = RouterOutputs['subscriptions']['renew'];

/** Cancels a subscription on a day, after showing what is credited for the days already billed. */
export function CancelDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const [lastDay, setLastDay] = useState(books.today);
  const [credit, setCredit] = useState(true);
  const [shown, setShown] = useState<Cancelled | null>(null);
  const cancel = trpc.subscriptions.cancel.useMutation();
  const number = subscription.subscriptionNumber;
  const input = (dryRun: boolean) => ({
    id: subscription.id,
    lastDay,
    credit,
    $call: { expectedVersion: subscription.version, dryRun },
  });
  const post = () =>
    cancel.mutate(input(false), {
      onSuccess: ({ document }) => {
        notifyDone(
          document === null
            ? `${number} is canceled as of ${formatDate(lastDay)}.`
            : `${number} is canceled, and ${document.transactionNumber} is drafted.`,
        );
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Cancel ${number}`}
      isOpen
      onClose={onClose}
      tone={shown === null ? 'primary' : 'danger'}
      onConfirm={() => (shown === null ? cancel.mutate(input(true), { onSuccess: setShown }) : post())}
      confirmLabel={shown === null ? 'Show the effect' : 'Cancel the subscription'}
      isPending={cancel.isPending}
      isDisabled={lastDay === ''}
      error={cancel.error ? sentenceOf(cancel.error) : undefined}
    >
      <DateField
        label="Last day"
        required
        value={lastDay}
        onValue={(day) => {
          setShown(null);
          setLastDay(day);
        }}
      />
      <Checkbox
        label="Credit the days after it that are already billed"
        checked={credit}
        onChange={(event) => {
          setShown(null);
          setCredit(event.target.checked);
        }}
      />
      {shown === null ? null : (
        <Notice>
          {shown.document !== null ? (
            <>
              A credit memo of{' '}
              <Money value={shown.credit} currency={subscription.currencyCode} showCurrency zero="digits" />{' '}
              is drafted.
            </>
          ) : shown.billedBy === null ? (
            'The period of this day is not billed, so there is nothing to credit. Bill it first if it is owed.'
          ) : (
            'Nothing is credited.'
          )}{' '}
          No further invoice follows.
        </Notice>
      )}
    </ConfirmDialog>
  );
}

/** Renews a subscription for another term, after showing the new prices. */
export function RenewDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const [months, setMonths] = useState(String(subscription.termMonths ?? 12));
  const [uplift, setUplift] = useState('0');
  const [shown, setShown] = useState<Renewed | null>(null);
  const renew = trpc.subscriptions.renew.useMutation();
  const number = subscription.subscriptionNumber;
  const input = (dryRun: boolean) => ({
    id: subscription.id,
    months: Number(months),
    upliftPercent: uplift.trim() || '0',
    $call: { expectedVersion: subscription.version, dryRun },
  });
  const post = () =>
    renew.mutate(input(false), {
      onSuccess: (made) => {
        notifyDone(`${number} is renewed until ${formatDate(made.subscription.endDate ?? made.from)}.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Renew ${number}`}
      isOpen
      onClose={onClose}
      onConfirm={() => (shown === null ? renew.mutate(input(true), { onSuccess: setShown }) : post())}
      confirmLabel={shown === null ? 'Show the effect' : 'Renew'}
      isPending={renew.isPending}
      isDisabled={!/^\d{1,4}$/.test(months)}
      error={renew.error ? sentenceOf(renew.error) : undefined}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField
          label="Months"
          required
          inputMode="numeric"
          value={months}
          onChange={(event) => {
            setShown(null);
            setMonths(event.target.value);
          }}
        />
        <TextField
          label="Prices rise by (%)"
          inputMode="decimal"
          value={uplift}
          onChange={(event) => {
            setShown(null);
            setUplift(event.target.value);
          }}
        />
      </div>
      {shown === null ? null : (
        <>
          <p>
            {`From ${formatDate(shown.from)} to ${formatDate(shown.subscription.endDate ?? shown.from)}. A revenue contract can be drafted for the new term.`}
          </p>
          <DataTable
            label="Prices of the new term"
            rows={shown.items.map((item, index) => ({ ...item, key: String(index) }))}
            rowId={({ key }) => key}
            columns={[
              { id: 'item', header: 'Item', cell: ({ description }) => description },
              {
                id: 'before',
                header: 'Until now',
                align: 'end',
                cell: ({ before }) => <Quantity value={before} least={2} />,
              },
              {
                id: 'after',
                header: 'Then',
                align: 'end',
                cell: ({ after }) => <Quantity value={after} least={2} />,
              },
            ]}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
