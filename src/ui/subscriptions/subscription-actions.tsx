'use client';

import { MoreHorizontal } from 'lucide-react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ActionMenu } from '@/ui/kit/action-menu';
import { Button, IconButton } from '@/ui/kit/button';
import type { MenuEntry } from '@/ui/kit/menu-entry';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { useDraftContract } from '@/ui/revenue/use-draft-contract';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Subscription = RouterOutputs['subscriptions']['get'];

const DONE = {
  activate: 'is active',
  pause: 'is paused',
  resume: 'is active again',
  cancel: 'is cancelled as of today',
} as const;

/** The next status of a subscription as a button, the other actions in the menu; and its revenue contract. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const books = useBooks();
  const draft = useDraftContract();
  const move = trpc.subscriptions.move.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const status = subscription.subscriptionStatus;
  const go = (verb: keyof typeof DONE) =>
    move.mutate(
      { id: subscription.id, verb, $call: { expectedVersion: subscription.version } },
      { onSuccess: () => notifyDone(`${subscription.subscriptionNumber} ${DONE[verb]}.`) },
    );
  const more: MenuEntry[] = [];
  if (status === 'ACTIVE') more.push({ id: 'pause', label: 'Pause', onAction: () => go('pause') });
  if (status === 'ACTIVE' || status === 'PAUSED' || status === 'DRAFT') {
    more.push({ id: 'cancel', label: 'Cancel today', tone: 'danger', onAction: () => go('cancel') });
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
    </>
  );
}
