'use client';

import { useState } from 'react';
import type { TemplatePattern } from '@/core/revenue/contracts/drafts/promises';
import { trpc } from '@/surfaces/trpc/react';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { Button } from '@/ui/kit/button';
import { Quantity } from '@/ui/kit/figures/money';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { NewButton } from '@/ui/records/new-button';
import { RemoveDialog } from '@/ui/records/remove-record';
import { actsColumn } from '@/ui/records/row-acts';
import { useAccounts } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { PATTERNS } from '../contracts/contract-tables';
import { type ObligationTemplate, TemplateDialog } from './template-dialog';

/** The obligations one item contains, on the item's page. */
export function TemplatesPanel({ item }: { readonly item: { readonly id: string; readonly name: string } }) {
  const mayWrite = useBooks().may('revenue.policy');
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title="Performance obligations"
      flush
      actions={
        mayWrite ? (
          <Button size="small" onPress={() => setAdding(true)}>
            New obligation
          </Button>
        ) : null
      }
    >
      <Templates itemId={item.id} />
      {isAdding ? <TemplateDialog itemId={item.id} onClose={() => setAdding(false)} /> : null}
    </Panel>
  );
}

/** The obligations of every item. */
export function AllTemplates() {
  const mayWrite = useBooks().may('revenue.policy');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {mayWrite ? <NewButton label="New obligation" onPress={() => setAdding(true)} /> : null}
      <Templates />
      {isAdding ? <TemplateDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Templates({ itemId }: { readonly itemId?: string }) {
  const books = useBooks();
  const accounts = useAccounts();
  const mayWrite = books.may('revenue.policy');
  const [asked, setAsked] = useState<{ template: ObligationTemplate; to: 'edit' | 'delete' } | null>(null);
  const removal = trpc.revenue.templates.remove.useMutation();
  const query = trpc.revenue.templates.list.useQuery(itemId === undefined ? {} : { itemId });
  const items = useNamesIn(
    itemId === undefined && books.may('billing.read') ? (query.data ?? []).map((row) => row.itemId) : [],
  );
  const close = () => {
    removal.reset();
    setAsked(null);
  };
  const columns: Column<ObligationTemplate>[] = [
    ...(itemId === undefined
      ? [
          {
            id: 'item',
            header: 'Item',
            narrow: 'title' as const,
            cell: (row: ObligationTemplate) => (
              <TextLink href={books.path(`items/${row.itemId}`)}>{items.get(row.itemId) ?? 'Item'}</TextLink>
            ),
          },
        ]
      : []),
    { id: 'key', header: 'Obligation', cell: (row) => <b className="font-medium">{row.key}</b> },
    { id: 'pattern', header: 'Satisfied', cell: (row) => patternWords(row.pattern as TemplatePattern) },
    { id: 'product', header: 'Standalone price of', cell: (row) => row.productCode },
    {
      id: 'account',
      header: 'Revenue account',
      className: 'max-md:hidden',
      cell: (row) => {
        const account = accounts.byId.get(row.revenueAccountId ?? '');
        return account ? `${account.code} ${account.name}` : 'From the item or the policy';
      },
    },
    { id: 'nature', header: 'Nature', className: 'max-lg:hidden', cell: (row) => statusWords(row.nature) },
    {
      id: 'capacity',
      header: 'Sold as',
      className: 'max-lg:hidden',
      cell: (row) => statusWords(row.capacity),
    },
    {
      id: 'weight',
      header: 'Weight',
      align: 'end',
      narrow: 'detail',
      narrowLabel: true,
      cell: (row) => <Quantity value={row.weight} />,
    },
    ...(mayWrite
      ? [
          actsColumn<ObligationTemplate>((row) => [
            {
              words: 'Edit',
              label: `Edit ${row.key}`,
              onPress: () => setAsked({ template: row, to: 'edit' }),
            },
            {
              words: 'Delete',
              label: `Delete ${row.key}`,
              onPress: () => setAsked({ template: row, to: 'delete' }),
            },
          ]),
        ]
      : []),
  ];
  return (
    <>
      <QueryView query={query}>
        {(rows) => (
          <DataTable
            label="Obligation templates"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState title="No obligations yet">
                A contract with the item then gets one obligation, satisfied as its type suggests.
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {asked?.to === 'edit' ? <TemplateDialog template={asked.template} onClose={close} /> : null}
      {asked?.to === 'delete' ? (
        <RemoveDialog
          record={asked.template}
          name={asked.template.key}
          words="Contracts keep the obligations they were drafted with."
          removal={removal}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function patternWords(pattern: TemplatePattern): string {
  const words = PATTERNS[pattern.kind];
  if (pattern.kind === 'RATABLE' && pattern.months !== undefined) return `${words}, ${pattern.months} months`;
  if (pattern.kind === 'MILESTONES')
    return `${words}: ${pattern.milestones.map(({ key }) => key).join(', ')}`;
  return words;
}
