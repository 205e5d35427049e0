'use client';

import { ArrowRightLeft, Pencil } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ActivitiesPanel } from '@/ui/activities/activities-panel';
import { Button } from '@/ui/kit/button';
import { Dialog } from '@/ui/kit/dialogs/dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { RemoveRecord } from '@/ui/records/remove-record';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { ConvertDialog } from './convert-dialog';
import { ProspectForm, type ProspectValues, writtenProspect } from './prospect-form';

type Prospect = RouterOutputs['prospects']['get'];

/** One prospect: its details and what it was converted into. */
export function ProspectScreen({ id }: { readonly id: string }) {
  const query = trpc.prospects.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(prospect) => <ProspectView prospect={prospect} />}
    </QueryView>
  );
}

function ProspectView({ prospect }: { readonly prospect: Prospect }) {
  const books = useBooks();
  const [open, setOpen] = useState<'edit' | 'convert' | null>(null);
  const update = trpc.prospects.update.useMutation();
  const removal = trpc.prospects.remove.useMutation();
  const isConverted = prospect.prospectStatus === 'converted';
  const currency = books.organization.baseCurrency;

  function save(values: ProspectValues) {
    update.mutate(
      { id: prospect.id, data: writtenProspect(values), $call: { expectedVersion: prospect.version } },
      {
        onSuccess: () => {
          notifyDone('Saved.');
          setOpen(null);
        },
      },
    );
  }

  return (
    <Page wide={false}>
      <PageHeader
        title={prospect.name}
        trail={[{ label: 'Prospects', href: books.path('prospects') }]}
        status={<StatusPill status={prospect.prospectStatus} />}
        actions={
          <>
            {books.may('crm.prospect.delete') ? (
              <RemoveRecord
                record={prospect}
                name={prospect.name}
                removal={removal}
                backTo={books.path('prospects')}
              />
            ) : null}
            {books.may('crm.prospect.write') ? (
              <Button onPress={() => setOpen('edit')}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            ) : null}
            {books.may('crm.prospect.convert') && !isConverted ? (
              <Button tone="primary" onPress={() => setOpen('convert')}>
                <ArrowRightLeft aria-hidden="true" />
                Convert
              </Button>
            ) : null}
          </>
        }
      />
      {isConverted ? (
        <Notice tone="neutral">
          This prospect became{' '}
          {prospect.convertedCustomerId ? (
            <TextLink href={books.path(`customers/${prospect.convertedCustomerId}`)}>a customer</TextLink>
          ) : prospect.convertedLeadId ? (
            <TextLink href={books.path(`leads/${prospect.convertedLeadId}`)}>a lead</TextLink>
          ) : (
            'a customer or lead in another subsidiary'
          )}
          .
        </Notice>
      ) : null}
      <Panel title="About">
        <Facts
          facts={[
            { label: 'Company', value: prospect.company },
            { label: 'Industry', value: prospect.industry },
            {
              label: 'Estimated revenue',
              value: <Money value={prospect.estimatedRevenue} currency={currency} showCurrency />,
            },
            { label: 'Employees', value: prospect.employeeCount?.toLocaleString('en-US') },
            { label: 'Email', value: prospect.email },
            { label: 'Phone', value: prospect.phone },
            { label: 'Last contacted', value: <InstantText value={prospect.lastContactedAt} /> },
            { label: 'Added', value: <InstantText value={prospect.createdAt} /> },
            { label: 'Notes', value: prospect.notes, wide: true },
          ]}
        />
      </Panel>
      {books.may('crm.lead.read') ? <ActivitiesPanel about={{ prospectId: prospect.id }} /> : null}
      {open === 'edit' ? (
        <Dialog title={`Edit ${prospect.name}`} isOpen onClose={() => setOpen(null)} isDismissable={false}>
          <ProspectForm
            initial={valuesOf(prospect)}
            saveLabel="Save"
            isSaving={update.isPending}
            error={update.error}
            onSave={save}
            onCancel={() => setOpen(null)}
          />
        </Dialog>
      ) : null}
      {open === 'convert' ? <ConvertDialog id={prospect.id} onClose={() => setOpen(null)} /> : null}
    </Page>
  );
}

function valuesOf(prospect: Prospect): ProspectValues {
  return {
    name: prospect.name,
    company: prospect.company ?? '',
    email: prospect.email ?? '',
    phone: prospect.phone ?? '',
    industry: prospect.industry ?? '',
    estimatedRevenue: prospect.estimatedRevenue ?? '',
    employeeCount: prospect.employeeCount?.toString() ?? '',
    notes: prospect.notes ?? '',
  };
}
