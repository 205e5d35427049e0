'use client';

import { trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import type { FormField } from '@/ui/records/form/form-field';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useAccounts } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import {
  FRAMEWORK_CHOICES,
  GROUPING_CHOICES,
  LOSS_CHOICES,
  METHOD_CHOICES,
  POLICY_ROLE_WORDS,
  type Policy,
  RESIDUAL_CHOICES,
  ROYALTY_CHOICES,
} from './policy-words';

const chosen = <const Value extends string>(
  choices: readonly { readonly value: Value }[],
  text: string | undefined,
): { value: Value } | undefined => choices.find(({ value }) => value === text);

const YES_OR_NO = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
];

/** Creates a policy, or a version after an existing one. A version that is used never changes; it can end. */
export function PolicyDialog({ after, onClose }: { readonly after?: Policy; readonly onClose: () => void }) {
  const books = useBooks();
  const accounts = useAccounts();
  const create = trpc.revenue.policies.create.useMutation();
  const roles: FormField[] = Object.entries(POLICY_ROLE_WORDS).map(([role, label]) => ({
    name: role,
    label,
    kind: 'combo',
    choices: accounts.choices,
    when: ({ showAccounts }) => showAccounts === 'yes',
  }));
  return (
    <RecordDialog
      title={after ? `New version of ${after.name}` : 'New policy'}
      saveLabel={after ? 'Add version' : 'Add policy'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        ...(after
          ? []
          : [
              {
                name: 'code',
                label: 'Code',
                kind: 'text' as const,
                required: true,
                hint: 'Contracts take STANDARD unless they name another',
              },
            ]),
        { name: 'validFrom', label: 'Valid from', kind: 'date', required: true },
        { name: 'validTo', label: 'Valid to', kind: 'date' },
        { name: 'framework', label: 'Standard', kind: 'select', choices: FRAMEWORK_CHOICES },
        { name: 'lossLevel', label: 'Tested for losses', kind: 'select', choices: LOSS_CHOICES },
        {
          name: 'royaltyMinimum',
          label: 'Guaranteed royalties are earned',
          kind: 'select',
          choices: ROYALTY_CHOICES,
        },
        { name: 'scheduleMethod', label: 'Spread over time', kind: 'select', choices: METHOD_CHOICES },
        { name: 'residual', label: 'Rounding differences', kind: 'select', choices: RESIDUAL_CHOICES },
        { name: 'runGrouping', label: 'Entries of a run', kind: 'select', choices: GROUPING_CHOICES },
        { name: 'combinationDays', label: 'Days within which contracts combine', kind: 'number' },
        { name: 'percentDecimals', label: 'Digits of progress in percent (empty: all)', kind: 'number' },
        {
          name: 'oneYearExpedient',
          label: 'Ignore financing within a year',
          kind: 'select',
          choices: YES_OR_NO,
        },
        { name: 'costExpedient', label: 'Expense costs of up to a year', kind: 'select', choices: YES_OR_NO },
        {
          name: 'showAccounts',
          label: 'Accounts',
          kind: 'select',
          wide: true,
          choices: [
            { value: 'no', label: after ? 'As before' : 'Those the chart suggests' },
            { value: 'yes', label: 'Choose each' },
          ],
        },
        ...roles,
      ]}
      initial={{
        scheduleMethod: 'EXACT_DAYS',
        residual: 'LAST',
        runGrouping: 'SUBSIDIARY',
        framework: 'US_GAAP',
        lossLevel: 'CONTRACT',
        royaltyMinimum: 'OVER_TIME',
        name: after?.name ?? 'Standard',
        code: 'STANDARD',
        validFrom: books.today,
        ...(after
          ? {
              framework: after.framework,
              lossLevel: after.lossLevel,
              royaltyMinimum: after.royaltyMinimum,
              scheduleMethod: after.scheduleMethod,
              residual: after.residual,
              runGrouping: after.runGrouping,
              ...after.accounts,
            }
          : {}),
        combinationDays: String(after?.combinationDays ?? 30),
        percentDecimals: after?.percentDecimals === null ? '' : String(after?.percentDecimals ?? ''),
        oneYearExpedient: after?.oneYearExpedient ? 'yes' : 'no',
        costExpedient: after?.costExpedient ? 'yes' : 'no',
        showAccounts: 'no',
      }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            code: after?.code ?? (values.code ?? '').trim(),
            name: (values.name ?? '').trim(),
            validFrom: values.validFrom ?? '',
            validTo: orNull(values.validTo),
            framework: chosen(FRAMEWORK_CHOICES, values.framework)?.value,
            lossLevel: chosen(LOSS_CHOICES, values.lossLevel)?.value,
            royaltyMinimum: chosen(ROYALTY_CHOICES, values.royaltyMinimum)?.value,
            scheduleMethod: chosen(METHOD_CHOICES, values.scheduleMethod)?.value,
            residual: chosen(RESIDUAL_CHOICES, values.residual)?.value,
            runGrouping: chosen(GROUPING_CHOICES, values.runGrouping)?.value,
            combinationDays: Number(values.combinationDays),
            percentDecimals: values.percentDecimals?.trim() ? Number(values.percentDecimals) : null,
            oneYearExpedient: values.oneYearExpedient === 'yes',
            costExpedient: values.costExpedient === 'yes',
            accounts:
              values.showAccounts === 'yes'
                ? Object.fromEntries(
                    Object.keys(POLICY_ROLE_WORDS).flatMap((role) =>
                      values[role] ? [[role, values[role]]] : [],
                    ),
                  )
                : (after?.accounts ?? {}),
          },
          {
            onSuccess: (made) => {
              notifyDone(`${made.name}, version ${made.policyVersion}, is in the list.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
