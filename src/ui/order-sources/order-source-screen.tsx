'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { SOURCE_FACTS, type SourceKind } from '@/core/orders/source-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { DeskPage } from '@/ui/kit/pages/desk';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { FilesPanel } from './files-panel';
import { OrdersPanel } from './orders-panel';
import { RulesPanel } from './rules-panel';

const TABS = ['files', 'waiting', 'rules', 'orders'] as const;

/** A sentence with one period at its end, also after "Inc." */
const withStop = (words: string) => `${words.replace(/\.$/, '')}.`;

/** One source of orders and bills: its files, what waits, its rules, and every order it reported. */
export function OrderSourceScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const query = trpc.orderSources.get.useQuery({ id });
  const counts = trpc.orderSources.counts.useQuery({});
  const [tab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('files'));
  const subsidiaries = useSubsidiaries();
  const place = `order-sources/${id}`;
  const countOf = (state: string) =>
    counts.data?.find((one) => one.sourceId === id && one.orderState === state)?.count ?? 0;
  const all = countOf('MADE') + countOf('WAITING') + countOf('NOTHING');
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(source) => (
        <DeskPage
          title={source.name}
          trail={[{ label: 'Order sources', href: books.path('order-sources') }]}
          status={<StatusPill status={source.recordStatus} />}
          description={`${withStop(`${SOURCE_FACTS[source.kind as SourceKind].label} of ${subsidiaries.nameOf(source.subsidiaryId) ?? ''}`)} A row is ${SOURCE_FACTS[source.kind as SourceKind].rowIs}.`}
        >
          <LinkTabs
            label="Parts of the source"
            current={tab}
            tabs={[
              { id: 'files', label: 'Files', href: books.path(place) },
              {
                id: 'waiting',
                label: 'Waiting',
                count: countOf('WAITING'),
                href: books.path(`${place}?tab=waiting`),
              },
              { id: 'rules', label: 'Rules', href: books.path(`${place}?tab=rules`) },
              { id: 'orders', label: 'Orders', count: all, href: books.path(`${place}?tab=orders`) },
            ]}
          />
          {tab === 'files' ? <FilesPanel source={source} /> : null}
          {tab === 'waiting' ? <OrdersPanel key="waiting" sourceId={id} state="WAITING" /> : null}
          {tab === 'rules' ? <RulesPanel source={source} /> : null}
          {tab === 'orders' ? <OrdersPanel key="orders" sourceId={id} /> : null}
        </DeskPage>
      )}
    </QueryView>
  );
}
