'use client';

import { MoreHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button, IconButton } from '@/ui/kit/button';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import type { MenuEntry } from '@/ui/kit/menus/menu-entry';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { RemoveDialog } from '@/ui/records/remove-record';
import { useDraftContract } from '@/ui/revenue/contracts/use-draft-contract';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { draftedWords } from './drafted-words';
import { type Subscription, SubscriptionDialog } from './subscription-dialog';

const ChangeDialog = dynamic(() => import('./change-dialog').then((part) => part.ChangeDialog), {
  ssr: false,
});
const CancelDialog = dynamic(() => import('./end-dialogs').then((part) => part.CancelDialog), { ssr: false });
const RenewDialog = dynamic(() => import('./end-dialogs').then((part) => part.RenewDialog), { ssr: false });

const DONE = {
  activate: 'is active',
  pause: 'is paused',
  resume: 'is active again',
} as const;

/** The next status of a subscription as a button, the other actions in the menu; and its revenue contract. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const books = useBooks();
  const draft = useDraftContract();
  const move = trpc.subscriptions.move.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const bill = trpc.subscriptions.bill.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: (invoice) => notifyDone(draftedWords([invoice, ...invoice.besides])),
  });
  const removal = trpc.subscriptions.remove.useMutation();
  const router = useRouter();
  const [open, setOpen] = useState<'edit' | 'change' | 'renew' | 'cancel' | 'remove' | null>(null);
  const items = trpc.subscriptions.items.useQuery({ subscriptionId: subscription.id });
  const close = () => setOpen(null);
  const status = subscription.subscriptionStatus;
  const go = (verb: keyof typeof DONE) =>
    move.mutate(
      { id: subscription.id, verb, $call: { expectedVersion: subscription.version } },
      { onSuccess: () => notifyDone(`${subscription.subscriptionNumber} ${DONE[verb]}.`) },
    );
  const more: MenuEntry[] = [];
  if (status !== 'CANCELLED' && status !== 'EXPIRED') {
    more.push({ id: 'edit', label: 'Edit…', onAction: () => setOpen('edit') });
  }
  if (status === 'ACTIVE') {
    more.push({
      id: 'bill',
      label: 'Bill the current period',
      onAction: () => bill.mutate({ id: subscription.id }),
    });
    more.push({ id: 'pause', label: 'Pause', onAction: () => go('pause') });
  }
  if ((status === 'ACTIVE' || status === 'PAUSED') && subscription.endDate !== null) {
    more.push({ id: 'renew', label: 'Renew…', onAction: () => setOpen('renew') });
  }
  if (status === 'DRAFT')
    more.push({ id: 'remove', label: 'Delete…', tone: 'danger', onAction: () => setOpen('remove') });
  if (status === 'ACTIVE' || status === 'PAUSED' || status === 'DRAFT') {
    more.push({ id: 'cancel', label: 'Cancel…', tone: 'danger', onAction: () => setOpen('cancel') });
  }
  return (
    <>
      {books.may('revenue.write') && (status === 'ACTIVE' || status === 'PAUSED') ? (
        <Button isPending={draft.isPending} onPress={() => draft.ofSubscription(subscription.id)}>
          Draft revenue contract
        </Button>
      ) : null}
      {books.may('billing.write') ? (
        <>
          {status === 'ACTIVE' ? <Button onPress={() => setOpen('change')}>Change…</Button> : null}
          {status === 'DRAFT' || status === 'PAUSED' ? (
            <Button
              tone="primary"
              isPending={move.isPending}
              onPress={() => go(status === 'DRAFT' ? 'activate' : 'resume')}
            >
              {status === 'DRAFT' ? 'Activate' : 'Resume'}
            </Button>
          ) : null}
          {more.length > 0 ? (
            <ActionMenu
              label="More"
              entries={more}
              trigger={
                <IconButton label="More actions">
                  <MoreHorizontal aria-hidden="true" />
                </IconButton>
              }
            />
          ) : null}
        </>
      ) : null}
      {open === 'edit' ? <SubscriptionDialog subscription={subscription} onClose={close} /> : null}
      {open === 'change' && items.data ? (
        <ChangeDialog subscription={subscription} items={items.data} onClose={close} />
      ) : null}
      {open === 'renew' ? <RenewDialog subscription={subscription} onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog subscription={subscription} onClose={close} /> : null}
      {open === 'remove' ? (
        <RemoveDialog
          record={subscription}
          name={subscription.subscriptionNumber}
          words="Only a draft can be deleted. Its items go with it."
          removal={removal}
          onRemoved={() => router.push(books.path('subscriptions'))}
          onClose={close}
        />
      ) : null}
    </>
  );
}
