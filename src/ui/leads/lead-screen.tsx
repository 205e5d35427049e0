'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ActivitiesPanel } from '@/ui/activities/activities-panel';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { RemoveRecord } from '@/ui/records/remove-record';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { ConvertLeadDialog } from './convert-lead-dialog';
import { type Lead, LeadDialog } from './lead-dialog';
import { sourceWords } from './source-words';

/** One lead. */
export function LeadScreen({ id }: { readonly id: string }) {
  const query = trpc.leads.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(lead) => <LeadView lead={lead} />}
    </QueryView>
  );
}

function LeadView({ lead }: { readonly lead: Lead }) {
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
  const [isConverting, setConverting] = useState(false);
  const removal = trpc.leads.remove.useMutation();
  return (
    <Page wide={false}>
      <PageHeader
        title={lead.name}
        trail={[{ label: 'Leads', href: books.path('leads') }]}
        status={<StatusPill status={lead.leadStatus} />}
        actions={
          books.may('crm.lead.write') ? (
            <>
              <RemoveRecord record={lead} name={lead.name} removal={removal} backTo={books.path('leads')} />
              <Button onPress={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
              {lead.leadStatus !== 'converted' && books.may('crm.prospect.convert') ? (
                <Button tone="primary" onPress={() => setConverting(true)}>
                  Convert…
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      {lead.prospectId ? (
        <Notice>
          This lead was <TextLink href={books.path(`prospects/${lead.prospectId}`)}>a prospect</TextLink>.
        </Notice>
      ) : null}
      {lead.convertedCustomerId ? (
        <Notice>
          This lead became{' '}
          <TextLink href={books.path(`customers/${lead.convertedCustomerId}`)}>a customer</TextLink>.
        </Notice>
      ) : null}
      {lead.convertedProspectId ? (
        <Notice>
          This lead became{' '}
          <TextLink href={books.path(`prospects/${lead.convertedProspectId}`)}>a prospect</TextLink>.
        </Notice>
      ) : null}
      <Panel title="About">
        <Facts
          facts={[
            { label: 'Company', value: lead.company },
            { label: 'Industry', value: lead.industry },
            { label: 'Source', value: sourceWords(lead.source) },
            { label: 'Score', value: <span className="figures">{lead.score} of 100</span> },
            { label: 'Email', value: lead.email },
            { label: 'Phone', value: lead.phone },
            { label: 'Code', value: lead.code },
            { label: 'Added', value: <InstantText value={lead.createdAt} /> },
            { label: 'Notes', value: lead.notes, wide: true },
          ]}
        />
      </Panel>
      <ActivitiesPanel about={{ leadId: lead.id }} />
      <RecordHistory recordId={lead.id} />
      {isConverting ? <ConvertLeadDialog lead={lead} onClose={() => setConverting(false)} /> : null}
      {isEditing ? <LeadDialog lead={lead} onClose={() => setEditing(false)} /> : null}
    </Page>
  );
}
