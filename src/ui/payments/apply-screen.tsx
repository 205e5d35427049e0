'use client';

import { KIND_FACTS } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { useEntityNames } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Document, useDirectory } from '@/ui/transactions/document';
import { ApplicationsPanel } from './applications-panel';
import { ApplyForm } from './apply-form';
import { applyPermission, isApplicable, settles } from './settling';

const PLACES = { CUSTOMER: 'customers', VENDOR: 'vendors', EMPLOYEE: 'employees' } as const;

/** Applies the remainder of a payment or credit to the open documents of its counterparty. */
export function ApplyScreen({ id }: { readonly id: string }) {
  const query = trpc.transactions.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(payment) => <Apply payment={payment} />}
    </QueryView>
  );
}

function Apply({ payment }: { readonly payment: Document }) {
  const books = useBooks();
  const directory = useDirectory(payment.id);
  const names = useEntityNames([payment.entityId]);
  const { entityId, entityType, currencyCode } = payment;
  const name = entityId === null ? undefined : names.get(entityId);
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title={`Apply ${payment.transactionNumber}`}
        trail={[{ label: 'Payments', href: books.path(`payments?kind=${payment.kind}`) }]}
        status={
          <>
            <StatusPill status={payment.status} />
            <span className="text-ink-mute">{KIND_FACTS[payment.kind].label}</span>
          </>
        }
        description={payment.memo ?? undefined}
        actions={
          <ButtonLink href={books.path(`transactions/${payment.id}`)} prefetch={false}>
            {`Open ${payment.transactionNumber}`}
          </ButtonLink>
        }
      />
      <Panel>
        <Facts
          facts={[
            {
              label: entityType === 'CUSTOMER' ? 'Customer' : entityType === 'VENDOR' ? 'Vendor' : 'Employee',
              value:
                entityId && name ? (
                  <TextLink href={books.path(`${PLACES[entityType ?? 'CUSTOMER']}/${entityId}`)}>
                    {name}
                  </TextLink>
                ) : null,
            },
            { label: 'Date', value: <DateText value={payment.transactionDate} /> },
            { label: 'Subsidiary', value: directory.subsidiary(payment.subsidiaryId) },
            {
              label: 'Total',
              value: <Money value={payment.totalAmount} currency={currencyCode} showCurrency />,
            },
            {
              label: 'Unapplied',
              value: <Money value={payment.openAmount} currency={currencyCode} showCurrency zero="digits" />,
            },
          ]}
        />
      </Panel>
      <Body payment={payment} />
      <ApplicationsPanel document={payment} />
    </Page>
  );
}

/** The form, or why there is nothing to apply. */
function Body({ payment }: { readonly payment: Document }) {
  const books = useBooks();
  const { transactionNumber: number } = payment;
  if (!settles(payment)) {
    return (
      <EmptyState title={`${number} is not a payment or credit`}>
        Open the payment that settles it and apply it from there.
      </EmptyState>
    );
  }
  if (!isApplicable(payment)) {
    const isOver = ['POSTED', 'CLOSED'].includes(payment.status);
    return (
      <Panel>
        <p className="text-ink-mute">
          {isOver
            ? `All of ${number} is applied.`
            : `${number} is not in the ledger. Only posted payments and credits can be applied.`}
        </p>
      </Panel>
    );
  }
  if (!books.may(applyPermission(payment))) {
    return (
      <Panel>
        <p className="text-ink-mute">Your role can see applications but cannot apply payments.</p>
      </Panel>
    );
  }
  return <ApplyForm key={payment.version} payment={payment} />;
}
