'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { TextLink } from '@/ui/kit/text-link';
import { RemoveRecord } from '@/ui/records/remove-record';
import { useAccounts } from '@/ui/records/use-names';
import { TemplatesPanel } from '@/ui/revenue/setup/templates-panel';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { UNITS_QUESTION } from '@/ui/units/units-question';
import { type Item, ItemDialog } from './item-dialog';
import { ItemPrices } from './item-prices';
import { itemTypeWords } from './item-types';

/** One item: its accounts and tax, its prices, and the obligations it contains. */
export function ItemScreen({ id }: { readonly id: string }) {
  const query = trpc.items.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(item) => <ItemView item={item} />}
    </QueryView>
  );
}

function ItemView({ item }: { readonly item: Item }) {
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
  const removal = trpc.items.remove.useMutation();
  const accounts = useAccounts();
  const units = trpc.unitsOfMeasure.page.useQuery(UNITS_QUESTION, {
    enabled: item.unitId !== null && books.may('org.structure.read'),
  });
  const taxes = trpc.setup.taxCodes.list.useQuery(
    {},
    { enabled: item.taxCodeId !== null && books.may('gl.setup.read') },
  );
  const tax = taxes.data?.find(({ id }) => id === item.taxCodeId);
  const account = (id: string | null) => {
    const found = id === null ? undefined : accounts.byId.get(id);
    return found ? (
      <TextLink href={books.path(`accounts/${found.id}`)}>
        {found.code} {found.name}
      </TextLink>
    ) : null;
  };
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={item.name}
        trail={[{ label: 'Items', href: books.path('items') }]}
        status={<StatusPill status={item.recordStatus} />}
        actions={
          books.may('billing.write') ? (
            <>
              <RemoveRecord record={item} name={item.name} removal={removal} backTo={books.path('items')} />
              <Button onPress={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            </>
          ) : null
        }
      />
      <Panel title="Details">
        <Facts
          facts={[
            { label: 'Code', value: item.code },
            { label: 'Type', value: itemTypeWords(item.itemType) },
            { label: 'Unit', value: units.data?.rows.find(({ id }) => id === item.unitId)?.name },
            { label: 'Revenue account', value: account(item.revenueAccountId) },
            { label: 'Expense account', value: account(item.expenseAccountId) },
            { label: 'Tax code', value: tax ? `${tax.code} ${tax.name}` : null },
            ...(item.description ? [{ label: 'Description', value: item.description, wide: true }] : []),
          ]}
        />
      </Panel>
      <ItemPrices item={item} />
      {books.may('revenue.read') ? <TemplatesPanel item={item} /> : null}
      <RecordHistory recordId={item.id} />
      {isEditing ? <ItemDialog item={item} onClose={() => setEditing(false)} /> : null}
    </Page>
  );
}
