'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Pill } from '@/ui/kit/figures/pill';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { EditableList } from '@/ui/records/editable-list';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { RemoveDialog } from '@/ui/records/remove-record';
import { useAccounts } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import { missingInterestAccounts } from './missing-accounts';
import { PolicyDialog } from './policy-dialog';
import {
  FRAMEWORK_CHOICES,
  GROUPING_CHOICES,
  LOSS_CHOICES,
  labelIn,
  METHOD_CHOICES,
  POLICY_ROLE_WORDS,
  type Policy,
  RESIDUAL_CHOICES,
  ROYALTY_CHOICES,
} from './policy-words';

/** The versions of the revenue policies with the days they are in force. */
export function Policies() {
  const books = useBooks();
  const query = trpc.revenue.policies.list.useQuery({});
  const mayWrite = books.may('revenue.policy');
  const [asked, setAsked] = useState<{ policy: Policy; to: 'see' | 'delete' | 'follow' } | null>(null);
  const removal = trpc.revenue.policies.remove.useMutation();
  const close = () => {
    removal.reset();
    setAsked(null);
  };
  const holds = ({ validFrom, validTo }: Policy) =>
    validFrom <= books.today && (validTo === null || validTo >= books.today);
  const columns: Column<Policy>[] = [
    {
      id: 'name',
      header: 'Policy',
      narrow: 'title',
      cell: (row) => <b className="font-medium">{row.name}</b>,
    },
    {
      id: 'now',
      header: 'Today',
      cell: (row) => (holds(row) ? <Pill tone="positive">In force</Pill> : null),
    },
    { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
    { id: 'version', header: 'Version', narrowLabel: true, cell: (row) => row.policyVersion },
    { id: 'from', header: 'Valid from', cell: (row) => <DateText value={row.validFrom} /> },
    { id: 'to', header: 'Valid to', narrowLabel: true, cell: (row) => <DateText value={row.validTo} /> },
    { id: 'framework', header: 'Standard', cell: (row) => labelIn(FRAMEWORK_CHOICES, row.framework) },
    {
      id: 'method',
      header: 'Spread over time',
      className: 'max-md:hidden',
      cell: (row) => labelIn(METHOD_CHOICES, row.scheduleMethod),
    },
  ];
  return (
    <>
      <MissingAccounts policies={query.data} />
      <EditableList
        label="Revenue policies"
        query={query}
        columns={columns}
        emptyTitle="No policies yet"
        emptyWords="The first contract creates one with the accounts of the standard chart. Create one to decide for yourself."
        newLabel={mayWrite ? 'New policy' : undefined}
        newDialog={(done) => <PolicyDialog onClose={done} />}
        acts={(row, open) => {
          const which = `${row.name} version ${row.policyVersion}`;
          const see = {
            words: 'See',
            label: `See ${which}`,
            onPress: () => setAsked({ policy: row, to: 'see' as const }),
          };
          if (!mayWrite) return [see];
          return [
            see,
            {
              words: 'New version',
              label: `New version after ${which}`,
              onPress: () => setAsked({ policy: row, to: 'follow' }),
            },
            { words: 'End', label: `End ${which}`, onPress: open },
            {
              words: 'Delete',
              label: `Delete ${which}`,
              onPress: () => setAsked({ policy: row, to: 'delete' }),
            },
          ];
        }}
        rowDialog={(policy, done) => <EndPolicy policy={policy} onClose={done} />}
      />
      {asked?.to === 'see' ? <PolicyDrawer policy={asked.policy} onClose={close} /> : null}
      {asked?.to === 'follow' ? <PolicyDialog after={asked.policy} onClose={close} /> : null}
      {asked?.to === 'delete' ? (
        <RemoveDialog
          record={asked.policy}
          name={`${asked.policy.name}, version ${asked.policy.policyVersion}`}
          words="Only a version that no contract uses can be deleted. End it instead, so that later contracts no longer take it."
          removal={removal}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Which accounts for interest on the financing of contracts are missing, and what happens until they are added. */
function MissingAccounts({ policies }: { readonly policies: readonly Policy[] | undefined }) {
  const books = useBooks();
  const mayRead = books.may('gl.account.read');
  const { data: chart } = trpc.accounts.tree.useQuery({}, { enabled: mayRead });
  if (policies === undefined || chart === undefined) return null;
  const missing = missingInterestAccounts(policies, chart);
  if (missing.length === 0) return null;
  return (
    <Notice>
      <p>
        No account is named for: {missing.join(', ')}. Until there is one, interest on the financing of
        contracts stays among contract assets and deferred revenue. Add a control account for it to the{' '}
        <TextLink href={books.path('accounts')}>chart of accounts</TextLink>; what accrued so far moves there
        with the next fact or run.
      </p>
    </Notice>
  );
}

function EndPolicy({ policy, onClose }: { readonly policy: Policy; readonly onClose: () => void }) {
  const update = trpc.revenue.policies.update.useMutation();
  return (
    <RecordDialog
      title={`When ${policy.name}, version ${policy.policyVersion}, ends`}
      saveLabel="Save"
      fields={[
        {
          name: 'validTo',
          label: 'Last day',
          kind: 'date',
          wide: true,
        },
      ]}
      initial={{ validTo: policy.validTo }}
      isSaving={update.isPending}
      error={update.error}
      onSave={({ validTo }) =>
        update.mutate(
          { id: policy.id, validTo: orNull(validTo), $call: { expectedVersion: policy.version } },
          {
            onSuccess: (after) => {
              notifyDone(
                after.validTo === null
                  ? 'The version has no end.'
                  : `It ends on ${formatDate(after.validTo)}.`,
              );
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

function PolicyDrawer({ policy, onClose }: { readonly policy: Policy; readonly onClose: () => void }) {
  const books = useBooks();
  const accounts = useAccounts();
  const { data = policy } = trpc.revenue.policies.get.useQuery({ id: policy.id });
  return (
    <Drawer title={`${data.name}, version ${data.policyVersion}`} isOpen onClose={onClose}>
      <Facts
        facts={[
          { label: 'Standard', value: labelIn(FRAMEWORK_CHOICES, data.framework) },
          { label: 'Spread over time', value: labelIn(METHOD_CHOICES, data.scheduleMethod) },
          { label: 'Rounding differences', value: labelIn(RESIDUAL_CHOICES, data.residual) },
          { label: 'Entries of a run', value: labelIn(GROUPING_CHOICES, data.runGrouping) },
          { label: 'Combine contracts within', value: `${data.combinationDays} days` },
          { label: 'Tested for losses', value: labelIn(LOSS_CHOICES, data.lossLevel) },
          { label: 'Guaranteed royalties are earned', value: labelIn(ROYALTY_CHOICES, data.royaltyMinimum) },
          {
            label: 'Progress in percent, digits',
            value: data.percentDecimals === null ? 'Not rounded' : data.percentDecimals,
          },
          { label: 'No financing within a year', value: data.oneYearExpedient ? 'Yes' : 'No' },
          { label: 'Costs within a year expensed', value: data.costExpedient ? 'Yes' : 'No' },
          ...Object.entries(POLICY_ROLE_WORDS).map(([role, label]) => {
            const account = accounts.byId.get(data.accounts[role] ?? '');
            return {
              label,
              value: account ? (
                <TextLink href={books.path(`accounts/${account.id}`)}>
                  {account.code} {account.name}
                </TextLink>
              ) : null,
            };
          }),
        ]}
      />
    </Drawer>
  );
}
