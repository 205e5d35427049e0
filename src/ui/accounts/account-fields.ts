import { ACCOUNT_TYPES, isAccountType, REQUIRABLE_DIMENSIONS } from '@/core/ledger/accounts';
import type { RouterInputs, RouterOutputs } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { parentsFor, STATUS_FIELD, writtenCoded } from '@/ui/records/form/coded-fields';
import type { FormField, FormValues } from '@/ui/records/form/form-field';
import { orNull } from '@/ui/records/form/or-null';

export type Account = RouterOutputs['accounts']['tree'][number];

const ELIMINATIONS = [
  { value: 'INTERCOMPANY', label: 'Eliminated: owed or charged within the group' },
  { value: 'INVESTMENT', label: 'Eliminated: shares in subsidiaries, or their capital' },
] as const;

type Dimension = (typeof REQUIRABLE_DIMENSIONS)[number];

const ASKED = [
  { value: 'recommended', label: 'Recommended' },
  { value: 'required', label: 'Required' },
] as const;

/** Subledgers that may be given a control account of their own later: interest on the financing of contracts. */
const SUBLEDGERS = [
  { value: 'ACCRUED_INTEREST', label: 'Interest earned on contracts and not billed' },
  { value: 'UNEARNED_INTEREST', label: 'Interest billed on contracts and not earned' },
  { value: 'ADVANCE_INTEREST', label: 'Interest accrued on customer advances' },
] as const;

/** The form field that says whether lines of the account require the dimension. */
const questionOf = (dimension: Dimension) => `asks-${dimension}`;

/** The fields of the account form. A new account is active. */
export function accountFields(accounts: readonly Account[], account: Account | undefined): FormField[] {
  return [
    { name: 'code', label: 'Code', kind: 'text', required: true },
    { name: 'name', label: 'Name', kind: 'text', required: true },
    {
      name: 'accountType',
      label: 'Type',
      kind: 'select',
      choices: ACCOUNT_TYPES.map((type) => ({ value: type, label: statusWords(type) })),
    },
    {
      name: 'parentId',
      label: 'Parent',
      kind: 'combo',
      choices: parentsFor(accounts, account)
        .filter(({ id, isSummary }) => isSummary || id === account?.parentId)
        .map(({ id, code, name }) => ({ id, code, label: name })),
    },
    {
      name: 'elimination',
      label: 'On consolidation',
      kind: 'select',
      empty: 'Stays',
      choices: ELIMINATIONS,
    },
    ...(account
      ? [STATUS_FIELD]
      : [
          {
            name: 'controlFor',
            label: 'Control account for',
            kind: 'select' as const,
            empty: 'No subledger',
            choices: SUBLEDGERS,
          },
        ]),
    ...REQUIRABLE_DIMENSIONS.map((dimension) => ({
      name: questionOf(dimension),
      label: `${statusWords(dimension)} on its lines`,
      kind: 'select' as const,
      empty: 'Optional',
      choices: ASKED,
    })),
    { name: 'description', label: 'Description', kind: 'long' },
  ];
}

/** The form's initial values: an expense account for a new one, the current values for an existing one. */
export function accountInitial(account: Account | undefined): Readonly<Record<string, string | null>> {
  if (account === undefined) return { accountType: 'EXPENSE' };
  const { code, name, accountType, parentId, elimination, recordStatus, description } = account;
  const asked = REQUIRABLE_DIMENSIONS.map(
    (dimension) => [questionOf(dimension), needOf(account, dimension)] as const,
  );
  return {
    ...{ code, name, accountType, parentId, elimination, recordStatus, description },
    ...Object.fromEntries(asked),
  };
}

function needOf(account: Account, dimension: Dimension): string {
  if (account.requiredDimensions.includes(dimension)) return 'required';
  return account.recommendedDimensions.includes(dimension) ? 'recommended' : '';
}

/** The form's values as the API expects them. The account type determines the normal side. */
export function writtenAccount(values: FormValues): RouterInputs['accounts']['create'] {
  const accountType = values.accountType ?? '';
  const controlFor = SUBLEDGERS.find(({ value }) => value === values.controlFor)?.value;
  const asking = (need: string) =>
    REQUIRABLE_DIMENSIONS.filter((dimension) => values[questionOf(dimension)] === need);
  return {
    ...writtenCoded(values),
    ...(isAccountType(accountType) ? { accountType } : {}),
    ...(controlFor === undefined ? {} : { controlFor }),
    parentId: orNull(values.parentId),
    elimination: ELIMINATIONS.find(({ value }) => value === values.elimination)?.value ?? null,
    requiredDimensions: asking('required'),
    recommendedDimensions: asking('recommended'),
  };
}
