'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { FORMAT_FACTS, type LedgerFormat } from '@/core/other-ledgers/formats';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { BatchesPanel } from './batches-panel';
import { CodesPanel } from './codes-panel';
import { SUMMARY_WORDS } from './other-ledger-dialog';
import { ReadBackPanel } from './read-back-panel';

const TABS = ['batches', 'codes', 'read-back'] as const;

/** One ledger that receives our entries: its batches, its codes, and its trial balance read back. */
export function OtherLedgerScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const query = trpc.otherLedgers.get.useQuery({ id });
  const [tab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('batches'));
  const subsidiaries = useSubsidiaries();
  const place = `other-ledgers/${id}`;
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(ledger) => (
        <Page className="max-w-6xl">
          <PageHeader
            title={ledger.name}
            trail={[{ label: 'Other ledgers', href: books.path('other-ledgers') }]}
            status={<StatusPill status={ledger.recordStatus} />}
          />
          <Panel>
            <Facts
              facts={[
                { label: 'Code', value: ledger.code },
                { label: 'Format', value: FORMAT_FACTS[ledger.format as LedgerFormat].label },
                { label: 'Journals', value: SUMMARY_WORDS[ledger.summary] },
                {
                  label: 'Entries of',
                  value: subsidiaries.nameOf(ledger.subsidiaryId) ?? 'Every subsidiary',
                },
                { label: 'Since', value: <DateText value={ledger.startsOn} /> },
                {
                  label: 'Dimensions',
                  value:
                    ledger.dimensions.length === 0 ? 'None' : ledger.dimensions.map(statusWords).join(', '),
                },
              ]}
            />
          </Panel>
          <LinkTabs
            label="Parts of the ledger"
            current={tab}
            tabs={[
              { id: 'batches', label: 'Batches', href: books.path(place) },
              { id: 'codes', label: 'Codes', href: books.path(`${place}?tab=codes`) },
              { id: 'read-back', label: 'Read back', href: books.path(`${place}?tab=read-back`) },
            ]}
          />
          {tab === 'batches' ? <BatchesPanel ledgerId={id} /> : null}
          {tab === 'codes' ? <CodesPanel ledgerId={id} dimensions={ledger.dimensions} /> : null}
          {tab === 'read-back' ? <ReadBackPanel ledgerId={id} /> : null}
        </Page>
      )}
    </QueryView>
  );
}
