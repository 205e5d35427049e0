'use client';

import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { EntityDocuments } from '@/ui/customers/entity-documents';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { TextLink } from '@/ui/kit/text-link';
import { useEntityNames, useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { SubscriptionActions } from './subscription-actions';
import { SubscriptionItems } from './subscription-items';

/** One subscription: its terms, and the documents with its customer. */
export function SubscriptionScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const query = trpc.subscriptions.get.useQuery({ id });
  const customerId = query.data?.customerId ?? null;
  const names = useEntityNames(useMemo(() => [customerId], [customerId]));
  const subsidiaries = useSubsidiaries();
  const records = useNamesIn([query.data?.priceListId]);
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(subscription) => (
        <Page wide={false} className="max-w-6xl">
          <PageHeader
            title={subscription.name ?? subscription.subscriptionNumber}
            trail={[{ label: 'Subscriptions', href: books.path('subscriptions') }]}
            status={<StatusPill status={subscription.subscriptionStatus} />}
            actions={<SubscriptionActions subscription={subscription} />}
          />
          <Panel title="Terms">
            <Facts
              facts={[
                { label: 'Number', value: subscription.subscriptionNumber },
                {
                  label: 'Customer',
                  value: customerId ? (
                    <TextLink href={books.path(`customers/${customerId}`)}>
                      {names.get(customerId) ?? 'the customer'}
                    </TextLink>
                  ) : null,
                },
                { label: 'Subsidiary', value: subsidiaries.nameOf(subscription.subsidiaryId) },
                { label: 'Starts', value: <DateText value={subscription.startDate} /> },
                { label: 'Ends', value: <DateText value={subscription.endDate} /> },
                {
                  label: 'Term',
                  value: subscription.termMonths === null ? null : `${subscription.termMonths} months`,
                },
                { label: 'Billed', value: statusWords(subscription.billingFrequency) },
                { label: 'Renews', value: statusWords(subscription.renewal) },
                { label: 'Currency', value: subscription.currencyCode },
                {
                  label: 'Price list',
                  value: subscription.priceListId ? (
                    <TextLink href={books.path(`price-lists/${subscription.priceListId}`)}>
                      {records.get(subscription.priceListId) ?? 'Its price list'}
                    </TextLink>
                  ) : null,
                },
                ...(subscription.cancelledOn
                  ? [{ label: 'Canceled on', value: <DateText value={subscription.cancelledOn} /> }]
                  : []),
              ]}
            />
          </Panel>
          <SubscriptionItems subscription={subscription} />
          {customerId ? <EntityDocuments id={customerId} /> : null}
          <RecordHistory recordId={subscription.id} />
        </Page>
      )}
    </QueryView>
  );
}
