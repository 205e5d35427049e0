'use client';

import { MoreHorizontal } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { Permission } from '@/core/permissions';
import { mayMove, type TransactionVerb } from '@/core/transactions/status';
import { trpc } from '@/surfaces/trpc/react';
import { Button, IconButton } from '@/ui/kit/button';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import type { MenuEntry } from '@/ui/kit/menus/menu-entry';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { ButtonLink } from '@/ui/kit/text-link';
import { applyPermission, isApplicable } from '@/ui/payments/settling';
import { useDraftContract } from '@/ui/revenue/contracts/use-draft-contract';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '../document';
import { ImpactDrawer } from '../impact-drawer';
import { ApproveDialog } from './approve-dialog';
import { PostDialog } from './post-dialog';
import { ReverseDialog } from './reverse-dialog';
import { CancelDialog, RejectDialog, RemoveDialog } from './withdraw-dialogs';

const NEEDS: Partial<Record<TransactionVerb, Permission>> = {
  edit: 'gl.transaction.edit',
  submit: 'gl.transaction.submit',
  approve: 'gl.transaction.approve',
  reject: 'gl.transaction.approve',
  post: 'gl.transaction.post',
  reverse: 'gl.transaction.reverse',
  cancel: 'gl.transaction.cancel',
  delete: 'gl.transaction.edit',
};

type Open = 'impact' | 'approve' | 'reject' | 'post' | 'reverse' | 'cancel' | 'delete';

/** The actions the user may take on the document: the next step as a button, the rest in the menu. */
export function TransactionActions({ document }: { readonly document: Document }) {
  const books = useBooks();
  const router = useRouter();
  // The form links here to open the posting dialog.
  const asksToPost = useSearchParams().get('do') === 'post';
  const submit = trpc.transactions.submit.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const duplicate = trpc.transactions.duplicate.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const may = (verb: TransactionVerb) => {
    const permission = NEEDS[verb];
    return mayMove(document.status, verb) && (permission === undefined || books.may(permission));
  };
  const mayBoth = may('approve') && books.may('gl.transaction.post');
  const [open, setOpen] = useState<Open | null>(asksToPost && (mayBoth || may('post')) ? 'post' : null);
  // A reversal cannot be reversed; corrections are made with a new document.
  const mayReverse = may('reverse') && document.reversesTransactionId === null;
  const close = () => setOpen(null);
  const draft = useDraftContract();
  const mayDraft =
    document.kind === 'INVOICE' &&
    document.revenueContractId === null &&
    ['DRAFT', 'POSTED', 'PAID', 'CLOSED'].includes(document.status) &&
    books.may('revenue.write');

  const more: MenuEntry[] = [
    ...(books.may('gl.transaction.create')
      ? [
          {
            id: 'duplicate',
            label: 'Duplicate',
            onAction: () =>
              duplicate.mutate(
                { id: document.id },
                {
                  onSuccess: (copy) => {
                    notifyDone(`${copy.transactionNumber} is a copy and still a draft.`);
                    router.push(books.path(`transactions/${copy.id}`));
                  },
                },
              ),
          },
        ]
      : []),
    ...(mayDraft
      ? [
          {
            id: 'revenue',
            label: 'Draft revenue contract',
            onAction: () => draft.ofInvoice(document.id),
          },
        ]
      : []),
    ...(may('cancel')
      ? [{ id: 'cancel', label: 'Cancel…', tone: 'danger' as const, onAction: () => setOpen('cancel') }]
      : []),
    ...(may('delete')
      ? [{ id: 'delete', label: 'Delete draft…', tone: 'danger' as const, onAction: () => setOpen('delete') }]
      : []),
  ];
  const mayApprove = may('approve');

  return (
    <>
      <Button onPress={() => setOpen('impact')}>GL impact</Button>
      {may('edit') ? (
        <ButtonLink href={books.path(`transactions/${document.id}/edit`)}>Edit</ButtonLink>
      ) : null}
      {may('reject') ? <Button onPress={() => setOpen('reject')}>Send back</Button> : null}
      {may('submit') ? (
        <Button
          tone={mayApprove ? 'plain' : 'primary'}
          isPending={submit.isPending}
          onPress={() =>
            submit.mutate(
              { id: document.id, $call: { expectedVersion: document.version } },
              { onSuccess: () => notifyDone(`${document.transactionNumber} is waiting for approval.`) },
            )
          }
        >
          Submit
        </Button>
      ) : null}
      {mayApprove ? (
        <Button tone={mayBoth ? 'plain' : 'primary'} onPress={() => setOpen('approve')}>
          Approve
        </Button>
      ) : null}
      {mayBoth ? (
        <Button tone="primary" onPress={() => setOpen('post')}>
          Approve and post
        </Button>
      ) : null}
      {may('post') ? (
        <Button tone="primary" onPress={() => setOpen('post')}>
          Post
        </Button>
      ) : null}
      {isApplicable(document) && books.may(applyPermission(document)) ? (
        <ButtonLink tone="primary" prefetch={false} href={books.path(`payments/${document.id}`)}>
          Apply
        </ButtonLink>
      ) : null}
      {mayReverse ? <Button onPress={() => setOpen('reverse')}>Reverse</Button> : null}
      {more.length > 0 ? (
        <ActionMenu
          label="More"
          trigger={
            <IconButton label="More actions">
              <MoreHorizontal aria-hidden="true" />
            </IconButton>
          }
          entries={more}
        />
      ) : null}
      {open === 'impact' ? <ImpactDrawer document={document} onClose={close} /> : null}
      {open === 'approve' ? <ApproveDialog document={document} onClose={close} /> : null}
      {open === 'reject' ? <RejectDialog document={document} onClose={close} /> : null}
      {open === 'post' ? <PostDialog document={document} onClose={close} /> : null}
      {open === 'reverse' ? <ReverseDialog document={document} onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog document={document} onClose={close} /> : null}
      {open === 'delete' ? <RemoveDialog document={document} onClose={close} /> : null}
    </>
  );
}
