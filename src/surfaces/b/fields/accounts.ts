import { z } from 'zod';
import { ACCOUNT_TYPES } from '@/core/ledger/accounts';
import { accountFields, accountVerbs } from '@/usecases/accounts/account-records';
import { bodyOf, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _status, accountType, controlFor: _role, ...own } = accountFields.shape;

/** `type` here, `accountType` inside: a column of that name says more. */
const body = bodyOf({ ...own, type: accountType }, TWO_STATES).transform(({ type, ...fields }) => ({
  ...fields,
  accountType: type,
}));

/** The chart of accounts (decisions.md, surface B, "accounts on B"). */
export const accounts = defineResource({
  noun: 'account',
  tag: 'Accounts',
  statuses: TWO_STATES,
  own: {
    code: z.string(),
    name: z.string(),
    description: text,
    type: z.enum(ACCOUNT_TYPES),
    normalSide: z.enum(['DEBIT', 'CREDIT']),
    isSummary: z.boolean(),
    isControl: z.boolean(),
    elimination: text,
    parentId: reference,
    currencyCode: text,
    requiredDimensions: z.array(z.string()),
    recommendedDimensions: z.array(z.string()),
  },
  values: (row) => ({ type: row.accountType }),
  create: body,
  update: body,
  verbs: accountVerbs,
  examples: { create: { code: '6975', name: 'Trade fairs', type: 'EXPENSE' } },
});
