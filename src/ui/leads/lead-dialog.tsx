'use client';

import { LEAD_STATUSES } from '@/core/sales/conversion';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { notifyDone } from '@/ui/kit/notify';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';

export type Lead = RouterOutputs['leads']['get'];

/** Creates a lead or edits an existing one. */
export function LeadDialog({ lead, onClose }: { readonly lead?: Lead; readonly onClose: () => void }) {
  const create = trpc.leads.create.useMutation();
  const update = trpc.leads.update.useMutation();
  const done = {
    onSuccess: (saved: Lead) => {
      notifyDone(lead ? 'Saved.' : `${saved.name} is a lead.`);
      onClose();
    },
  };
  return (
    <RecordDialog
      title={lead ? `Edit ${lead.name}` : 'New lead'}
      saveLabel={lead ? 'Save' : 'Add lead'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'company', label: 'Company', kind: 'text' },
        { name: 'email', label: 'Email', kind: 'email' },
        { name: 'phone', label: 'Phone', kind: 'tel' },
        { name: 'industry', label: 'Industry', kind: 'text' },
        { name: 'source', label: 'Source', kind: 'text' },
        {
          name: 'leadStatus',
          label: 'Status',
          kind: 'select',
          choices: LEAD_STATUSES.map((status) => ({ value: status, label: statusWords(status) })),
        },
        { name: 'score', label: 'Score (0 to 100)', kind: 'number' },
        { name: 'notes', label: 'Notes', kind: 'long' },
      ]}
      initial={{
        ...(lead as object | undefined),
        leadStatus: lead?.leadStatus ?? 'new',
        score: String(lead?.score ?? 0),
      }}
      isSaving={create.isPending || update.isPending}
      error={lead ? update.error : create.error}
      onSave={(values) => {
        const leadStatus = LEAD_STATUSES.find((status) => status === values.leadStatus);
        const data = {
          name: (values.name ?? '').trim(),
          company: orNull(values.company),
          email: orNull(values.email),
          phone: orNull(values.phone),
          industry: orNull(values.industry),
          source: orNull(values.source),
          score: Number(values.score),
          notes: orNull(values.notes),
          ...(leadStatus && leadStatus !== lead?.leadStatus ? { leadStatus } : {}),
        };
        if (lead === undefined) create.mutate(data, done);
        else update.mutate({ id: lead.id, data, $call: { expectedVersion: lead.version } }, done);
      }}
      onClose={onClose}
    />
  );
}
