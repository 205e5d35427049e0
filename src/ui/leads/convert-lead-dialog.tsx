'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { customerFromProspect } from '@/core/sales/conversion';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Facts } from '@/ui/kit/figures/facts';
import { SelectField } from '@/ui/kit/input/select-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Lead } from './lead-dialog';

/** Turns a lead into a customer or a prospect, after showing what is created, and opens it. */
export function ConvertLeadDialog({ lead, onClose }: { readonly lead: Lead; readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const [into, setInto] = useState<'customer' | 'prospect'>('customer');
  const convert = trpc.leads.convert.useMutation();
  const customer = customerFromProspect(lead);
  return (
    <ConfirmDialog
      title={`Convert ${lead.name}`}
      isOpen
      onClose={onClose}
      confirmLabel={into === 'customer' ? 'Create customer' : 'Create prospect'}
      isPending={convert.isPending}
      error={convert.error ? sentenceOf(convert.error) : undefined}
      onConfirm={() =>
        convert.mutate(
          { id: lead.id, into, $call: { expectedVersion: lead.version } },
          {
            onSuccess: (made) => {
              notifyDone(`${made.name} is now a ${made.into}.`);
              onClose();
              router.push(books.path(`${made.into}s/${made.id}`));
            },
          },
        )
      }
    >
      <p>Converting a lead cannot be undone.</p>
      <SelectField
        label="What should it become?"
        value={into}
        choices={[
          { value: 'customer', label: 'A customer, who can be invoiced' },
          // A lead that was a prospect does not become one again.
          ...(lead.prospectId === null ? [{ value: 'prospect', label: 'A prospect, in the pipeline' }] : []),
        ]}
        onChange={(event) => setInto(event.target.value === 'prospect' ? 'prospect' : 'customer')}
      />
      <section aria-label="What will be created" className="rounded-card border border-line p-3">
        <Facts
          facts={
            into === 'customer'
              ? [
                  { label: 'Company', value: customer.companyName },
                  { label: 'Email', value: customer.contactEmail },
                  { label: 'Phone', value: customer.contactPhone },
                  { label: 'Status', value: 'Active' },
                ]
              : [
                  { label: 'Name', value: lead.name },
                  { label: 'Company', value: lead.company },
                  { label: 'Email', value: lead.email },
                  { label: 'Status', value: 'Contacted' },
                ]
          }
        />
      </section>
    </ConfirmDialog>
  );
}
