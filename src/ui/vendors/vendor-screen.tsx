'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { EntityDocuments } from '@/ui/customers/entity-documents';
import { addressLines } from '@/ui/customers/postal-address';
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
import { useAccounts } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Vendor, VendorDialog } from './vendor-dialog';

/** One vendor: amounts owed, details and documents. */
export function VendorScreen({ id }: { readonly id: string }) {
  const query = trpc.vendors.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(vendor) => <VendorView vendor={vendor} />}
    </QueryView>
  );
}

function VendorView({ vendor }: { readonly vendor: Vendor }) {
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
  const removal = trpc.vendors.remove.useMutation();
  const accounts = useAccounts();
  const owed = trpc.reports.aging.useQuery(
    { side: 'PAYABLE', entityId: vendor.id },
    { enabled: books.may('gl.report.read') },
  );
  const account = (accountId: string | null) => {
    const found = accountId === null ? undefined : accounts.byId.get(accountId);
    return found ? (
      <TextLink href={books.path(`accounts/${found.id}`)}>
        {found.code} {found.name}
      </TextLink>
    ) : null;
  };
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={vendor.name}
        trail={[{ label: 'Vendors', href: books.path('vendors') }]}
        status={<StatusPill status={vendor.recordStatus} />}
        actions={
          books.may('purchasing.write') ? (
            <>
              <RemoveRecord
                record={vendor}
                name={vendor.name}
                removal={removal}
                backTo={books.path('vendors')}
              />
              <Button onPress={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            </>
          ) : null
        }
      />
      {owed.data && owed.data.totals.length > 0 ? (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {owed.data.totals.map((total) => (
            <StatCard
              key={total.currencyCode}
              label="Owed to them"
              value={<Money value={total.total} currency={total.currencyCode} showCurrency zero="digits" />}
              note={
                <>
                  of which not due yet <Money value={total.CURRENT} currency={total.currencyCode} />
                </>
              }
              href={books.path(`reports/aging?side=PAYABLE&entity=${vendor.id}`)}
            />
          ))}
        </div>
      ) : null}
      <Panel title="Details">
        <Facts
          facts={[
            { label: 'Code', value: vendor.code },
            { label: 'Email', value: vendor.email },
            { label: 'Phone', value: vendor.phone },
            { label: 'Payment terms', value: vendor.paymentTerms },
            { label: 'Currency', value: vendor.currencyCode },
            { label: 'Tax ID', value: vendor.taxId },
            { label: 'Address', value: addressLines(vendor.address) },
            { label: 'Payable account', value: account(vendor.payableAccountId) },
            { label: 'Usual expense account', value: account(vendor.defaultExpenseAccountId) },
            { label: 'Added', value: <InstantText value={vendor.createdAt} /> },
            ...(vendor.description ? [{ label: 'Description', value: vendor.description, wide: true }] : []),
          ]}
        />
      </Panel>
      <EntityDocuments id={vendor.id} />
      <RecordHistory recordId={vendor.id} />
      {isEditing ? <VendorDialog vendor={vendor} onClose={() => setEditing(false)} /> : null}
    </Page>
  );
}
