'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { formatMonth } from '@/ui/kit/figures/date-format';
import { Facts } from '@/ui/kit/figures/facts';
import { Money, Quantity } from '@/ui/kit/figures/money';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { CloseOrDelete } from './close-or-delete';

type Organization = RouterOutputs['organizations']['get'];

/** The organization and its segregation of duties. */
export function SettingsScreen() {
  const books = useBooks();
  const query = trpc.organizations.get.useQuery({ id: books.organization.id });
  return (
    <Page className="max-w-6xl">
      <PageHeader title="Organization" />
      <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
        {(organization) => (
          <>
            <About organization={organization} />
            <CloseOrDelete organization={organization} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** `January` for 1. */
const monthName = (month: number) =>
  formatMonth(`2000-${String(month).padStart(2, '0')}`).replace(' 2000', '');

/** The number of months typed; null for an empty field. */
const wholeOrNull = (typed: string | undefined) => {
  const text = orNull(typed);
  return text === null ? null : Number(text);
};

function About({ organization }: { readonly organization: Organization }) {
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
  const update = trpc.organizations.update.useMutation();
  return (
    <Panel
      title={organization.name}
      actions={
        books.may('org.organization.write') && organization.closedAt === null ? (
          <Button size="small" onPress={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        ) : null
      }
    >
      <Facts
        facts={[
          { label: 'Console address', value: `/books/${organization.slug}` },
          { label: 'Currency', value: organization.baseCurrency },
          {
            label: 'Fiscal year starts in',
            value: monthName(organization.fiscalYearStartMonth),
          },
          { label: 'Time zone', value: organization.timeZone },
          {
            label: 'Segregation of duties',
            value:
              organization.segregationOfDuties === 'enforce' ? (
                <>
                  No one approves or posts their own documents
                  {organization.segregationThreshold ? (
                    <>
                      {' '}
                      from{' '}
                      <Money
                        value={organization.segregationThreshold}
                        currency={organization.baseCurrency}
                        showCurrency
                      />
                    </>
                  ) : null}
                </>
              ) : (
                'Off'
              ),
          },
          {
            label: 'Two-factor sign-in',
            value: organization.requiresSecondFactor ? 'Required for every member' : 'Optional',
          },
          {
            label: 'Security log',
            value:
              organization.securityLogMonths === null
                ? 'Kept indefinitely'
                : `Kept for ${organization.securityLogMonths} months`,
          },
          {
            label: 'Exchange rates',
            value: (
              <>
                A change of more than <Quantity value={organization.rateChangeLimit} />% must be confirmed
              </>
            ),
          },
          {
            label: 'Id',
            value: <span className="break-all font-mono text-small">{organization.id}</span>,
            wide: true,
          },
        ]}
      />
      {isEditing ? (
        <RecordDialog
          title="Edit organization"
          saveLabel="Save"
          fields={[
            { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
            { name: 'timeZone', label: 'Time zone', kind: 'text', required: true },
            {
              name: 'segregationOfDuties',
              label: 'Segregation of duties',
              kind: 'select',
              choices: [
                { value: 'off', label: 'Off' },
                { value: 'enforce', label: 'No one approves their own' },
              ],
            },
            {
              name: 'segregationThreshold',
              label: `From an amount of (${organization.baseCurrency})`,
              kind: 'amount',
              currency: organization.baseCurrency,
            },
            {
              name: 'requiresSecondFactor',
              label: 'Two-factor sign-in',
              kind: 'select',
              choices: [
                { value: 'no', label: 'Optional' },
                { value: 'yes', label: 'Required for every member' },
              ],
            },
            {
              name: 'securityLogMonths',
              label: 'Keep the security log for (months, at least 24; empty: indefinitely)',
              kind: 'number',
            },
            {
              name: 'rateChangeLimit',
              label: 'Confirm exchange rates that change by more than (%)',
              kind: 'number',
              required: true,
            },
          ]}
          initial={{
            name: organization.name,
            timeZone: organization.timeZone,
            segregationOfDuties: organization.segregationOfDuties,
            segregationThreshold: organization.segregationThreshold,
            requiresSecondFactor: organization.requiresSecondFactor ? 'yes' : 'no',
            securityLogMonths: organization.securityLogMonths?.toString() ?? '',
            rateChangeLimit: formatQuantity(organization.rateChangeLimit),
          }}
          isSaving={update.isPending}
          error={update.error}
          onSave={(values) =>
            update.mutate(
              {
                id: organization.id,
                data: {
                  name: (values.name ?? '').trim(),
                  timeZone: (values.timeZone ?? '').trim(),
                  segregationOfDuties: values.segregationOfDuties === 'enforce' ? 'enforce' : 'off',
                  segregationThreshold: orNull(values.segregationThreshold),
                  requiresSecondFactor: values.requiresSecondFactor === 'yes',
                  securityLogMonths: wholeOrNull(values.securityLogMonths),
                  rateChangeLimit: (values.rateChangeLimit ?? '').trim(),
                },
              },
              {
                onSuccess: () => {
                  notifyDone('Saved.');
                  setEditing(false);
                },
              },
            )
          }
          onClose={() => setEditing(false)}
        />
      ) : null}
    </Panel>
  );
}
