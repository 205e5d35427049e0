'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem, waitsFor } from '@/ui/approvals/second-person';
import { Button } from '@/ui/kit/button';
import { Dialog } from '@/ui/kit/dialogs/dialog';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import type { MenuEntry } from '@/ui/kit/menus/menu-entry';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { ButtonLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from './contract-months';

// Loaded on demand; not part of the page behind them.
const ModifyDialog = dynamic(
  () => import('../modification/modify-dialog').then((part) => part.ModifyDialog),
  {
    ssr: false,
  },
);
const EventDialog = dynamic(() => import('../facts/event-dialog').then((part) => part.EventDialog), {
  ssr: false,
});
const CostDialog = dynamic(() => import('../costs/cost-dialog').then((part) => part.CostDialog), {
  ssr: false,
});
const CombineDialog = dynamic(
  () => import('../modification/combine-dialog').then((part) => part.CombineDialog),
  {
    ssr: false,
  },
);
const InvoiceDialog = dynamic(() => import('./invoice-dialog').then((part) => part.InvoiceDialog), {
  ssr: false,
});
const TerminateDialog = dynamic(
  () => import('../modification/terminate-dialog').then((part) => part.TerminateDialog),
  {
    ssr: false,
  },
);

/** A completed contract is still billed and paid, an ended one is settled. */
const TAKES_EVENTS: readonly string[] = ['ACTIVE', 'COMPLETED', 'TERMINATED'];

type Open = 'modify' | 'event' | 'invoice' | 'cost' | 'combine' | 'terminate' | null;

/** The actions available for a contract in its status: activate or combine a draft; modify, terminate an active one; record once it is in force. */
export function ContractActions({ view }: { readonly view: Contract }) {
  const books = useBooks();
  const [open, setOpen] = useState<Open>(null);
  const { contract } = view;
  const activate = trpc.revenue.contracts.activate.useMutation({
    onSuccess: () => notifyDone(`${contract.contractNumber} is active.`),
    onError: (error) => {
      if (waitsFor(error) === null) notifyProblem(sentenceOf(error));
    },
  });
  if (!books.may('revenue.write')) return null;
  const close = () => setOpen(null);
  const more: MenuEntry[] = [
    { id: 'cost', label: 'Record a cost…', onAction: () => setOpen('cost') },
    { id: 'terminate', label: 'Terminate…', tone: 'danger', onAction: () => setOpen('terminate') },
  ];
  return (
    <>
      {contract.contractStatus === 'DRAFT' ? (
        <ButtonLink href={books.path(`revenue/${contract.id}/edit`)} prefetch={false}>
          Edit
        </ButtonLink>
      ) : null}
      {contract.contractStatus === 'DRAFT' && contract.customerId !== null ? (
        <Button onPress={() => setOpen('combine')}>Combine…</Button>
      ) : null}
      {contract.contractStatus === 'DRAFT' ? (
        <Button
          tone="primary"
          isPending={activate.isPending}
          onPress={() => activate.mutate({ id: contract.id, $call: { expectedVersion: contract.version } })}
        >
          Activate
        </Button>
      ) : null}
      {TAKES_EVENTS.includes(contract.contractStatus) ? (
        <>
          {contract.customerId !== null && books.may('gl.transaction.create') ? (
            <Button onPress={() => setOpen('invoice')}>Invoice…</Button>
          ) : null}
          <Button onPress={() => setOpen('event')}>Record…</Button>
        </>
      ) : null}
      {contract.contractStatus === 'ACTIVE' ? (
        <>
          <Button onPress={() => setOpen('modify')}>Modify…</Button>
          <ActionMenu
            label="More for this contract"
            entries={more}
            trigger={
              <Button tone="quiet" aria-label="More for this contract">
                …
              </Button>
            }
          />
        </>
      ) : null}
      {waitsFor(activate.error) === null ? null : (
        <Dialog title={`Activate ${contract.contractNumber}`} isOpen onClose={activate.reset}>
          <ChangeProblem
            problem={activate.error}
            verb="revenue.contracts.activate"
            input={{ id: contract.id }}
            onRequested={activate.reset}
          />
        </Dialog>
      )}
      {open === 'modify' ? <ModifyDialog view={view} onClose={close} /> : null}
      {open === 'invoice' ? <InvoiceDialog view={view} onClose={close} /> : null}
      {open === 'event' ? <EventDialog view={view} onClose={close} /> : null}
      {open === 'cost' ? <CostDialog view={view} onClose={close} /> : null}
      {open === 'combine' ? <CombineDialog view={view} onClose={close} /> : null}
      {open === 'terminate' ? <TerminateDialog view={view} onClose={close} /> : null}
    </>
  );
}
