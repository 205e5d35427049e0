'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { cx } from '@/ui/kit/class-names';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Facts } from '@/ui/kit/figures/facts';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

/** A preview of what a conversion would create: a lead with its score, or a customer. */
export function ConvertDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const [into, setInto] = useState<'customer' | 'lead'>('customer');
  const preview = trpc.prospects.previewConversion.useQuery({ id });
  const toLead = trpc.prospects.convertToLead.useMutation();
  const toCustomer = trpc.prospects.convertToCustomer.useMutation();
  const conversion = into === 'lead' ? toLead : toCustomer;

  function convert() {
    const name = preview.data?.prospect.name ?? 'The prospect';
    const done = (place: string) => () => {
      notifyDone(`${name} is now a ${into}.`, {
        label: `Open ${into}`,
        onClick: () => router.push(books.path(place)),
      });
      onClose();
    };
    if (into === 'lead') toLead.mutate({ id }, { onSuccess: (lead) => done(`leads/${lead.id}`)() });
    else toCustomer.mutate({ id }, { onSuccess: (customer) => done(`customers/${customer.id}`)() });
  }

  return (
    <ConfirmDialog
      title={preview.data ? `Convert ${preview.data.prospect.name}` : 'Convert prospect'}
      isOpen
      onClose={onClose}
      onConfirm={convert}
      confirmLabel={into === 'lead' ? 'Create lead' : 'Create customer'}
      isPending={conversion.isPending}
      isDisabled={!preview.data?.isConvertible}
      error={
        preview.error || conversion.error
          ? sentenceOf(preview.error ?? conversion.error)
          : preview.data && !preview.data.isConvertible
            ? 'This prospect has already been converted.'
            : undefined
      }
    >
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-2 text-ink-mute">
          Converting a prospect cannot be undone. What should it become?
        </legend>
        {(['customer', 'lead'] as const).map((choice) => (
          <label
            key={choice}
            className={cx(
              'flex cursor-pointer gap-2 rounded-card border border-line px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              into === choice && 'border-accent bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name="into"
              value={choice}
              checked={into === choice}
              onChange={() => setInto(choice)}
              className="mt-0.5 accent-accent-solid"
            />
            <span>
              <span className="block font-medium">{choice === 'customer' ? 'A customer' : 'A lead'}</span>
              <span className="block text-ink-mute text-small">
                {choice === 'customer' ? 'Can be invoiced' : 'Scored and worked on by sales'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <section aria-label="What will be created" className="rounded-card border border-line p-3">
        {preview.data === undefined ? (
          <Skeleton className="h-20" />
        ) : into === 'customer' ? (
          <Facts
            facts={[
              { label: 'Company', value: preview.data.customer.companyName },
              { label: 'Email', value: preview.data.customer.contactEmail },
              { label: 'Phone', value: preview.data.customer.contactPhone },
              { label: 'Status', value: 'Active' },
            ]}
          />
        ) : (
          <LeadPreview lead={preview.data.lead} parts={preview.data.scoreParts} />
        )}
      </section>
    </ConfirmDialog>
  );
}

function LeadPreview({
  lead,
  parts,
}: {
  readonly lead: { readonly name: string; readonly email: string | null; readonly score: number };
  readonly parts: Readonly<Record<string, number>>;
}) {
  const why = Object.entries(parts)
    .map(([part, points]) => `${part} ${points}`)
    .join(' + ');
  return (
    <Facts
      facts={[
        { label: 'Lead', value: lead.name },
        { label: 'Email', value: lead.email },
        { label: 'Score', value: `${lead.score} of 100` },
        { label: 'Why this score', value: why, wide: true },
      ]}
    />
  );
}
