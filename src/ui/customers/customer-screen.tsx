'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { StatCard } from '@/ui/kit/figures/stat-card';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { TextLink } from '@/ui/kit/text-link';
import { RemoveRecord } from '@/ui/records/remove-record';
import { useEntityNames, useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { CustomerChildren } from './customer-children';
import { CustomerDialog } from './customer-dialog';
import type { Customer } from './customer-fields';
import { CustomerWarehouses } from './customer-warehouses';
import { EntityDocuments } from './entity-documents';
import { addressLines } from './postal-address';

/** One customer: amounts owed, details, subcustomers and documents. */
export function CustomerScreen({ id }: { readonly id: string }) {
  const query = trpc.customers.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(customer) => <CustomerView customer={customer} />}
    </QueryView>
  );
}

function CustomerView({ customer }: { readonly customer: Customer }) {
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
  const removal = trpc.customers.remove.useMutation();
  const subsidiaries = useSubsidiaries();
  const names = useEntityNames([customer.parentCustomerId]);
  const balances = trpc.customers.balances.useQuery({ customerIds: [customer.id] });
  const base = books.organization.baseCurrency;
  const mayWrite = books.may('crm.customer.write');
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={customer.companyName}
        trail={[{ label: 'Customers', href: books.path('customers') }]}
        status={<StatusPill status={customer.recordStatus} />}
        actions={
          mayWrite ? (
            <>
              <RemoveRecord
                record={customer}
                name={customer.companyName}
                removal={removal}
                backTo={books.path('customers')}
              />
              <Button onPress={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            </>
          ) : null
        }
      />
      {balances.data && balances.data.length > 0 && books.may('gl.report.read') ? (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {balances.data.map((balance) => (
            <StatCard
              key={balance.currencyCode}
              label={`Open in ${balance.documents} ${balance.documents === 1 ? 'document' : 'documents'}`}
              value={
                <Money
                  value={balance.openAmount}
                  currency={balance.currencyCode}
                  showCurrency
                  zero="digits"
                />
              }
              note={
                <>
                  of which overdue <Money value={balance.overdueAmount} currency={balance.currencyCode} />
                </>
              }
              href={books.path(`reports/aging?entity=${customer.id}`)}
            />
          ))}
        </div>
      ) : null}
      <Panel title="Details">
        <Facts
          facts={[
            { label: 'Customer number', value: customer.customerId },
            { label: 'Email', value: customer.contactEmail },
            { label: 'Phone', value: customer.contactPhone },
            { label: 'Payment terms', value: customer.paymentTerms },
            {
              label: 'Credit limit',
              value: customer.creditLimit ? (
                <Money value={customer.creditLimit} currency={customer.currencyCode ?? base} showCurrency />
              ) : null,
            },
            { label: 'Currency', value: customer.currencyCode },
            { label: 'Tax ID', value: customer.taxId },
            { label: 'Subsidiary', value: subsidiaries.nameOf(customer.subsidiaryId) },
            {
              label: 'Part of',
              value: customer.parentCustomerId ? (
                <TextLink href={books.path(`customers/${customer.parentCustomerId}`)}>
                  {names.get(customer.parentCustomerId) ?? 'its parent'}
                </TextLink>
              ) : null,
            },
            {
              label: 'Converted from',
              value: customer.prospectId ? (
                <TextLink href={books.path(`prospects/${customer.prospectId}`)}>a prospect</TextLink>
              ) : customer.leadId ? (
                <TextLink href={books.path(`leads/${customer.leadId}`)}>a lead</TextLink>
              ) : null,
            },
            { label: 'Billing address', value: addressLines(customer.billingAddress) },
            { label: 'Shipping address', value: addressLines(customer.shippingAddress) },
            { label: 'Added', value: <InstantText value={customer.createdAt} /> },
            ...(customer.notes ? [{ label: 'Notes', value: customer.notes, wide: true }] : []),
          ]}
        />
      </Panel>
      <CustomerChildren id={customer.id} />
      <CustomerWarehouses customer={customer} />
      <EntityDocuments id={customer.id} />
      <RecordHistory recordId={customer.id} />
      {isEditing ? <CustomerDialog customer={customer} onClose={() => setEditing(false)} /> : null}
    </Page>
  );
}
