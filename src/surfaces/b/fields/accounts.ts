import { z } from 'zod';
import { ACCOUNT_TYPES } from '@/core/ledger/accounts';
import { SIDES } from '@/core/transactions/kinds';
import { accountFields, accountVerbs } from '@/usecases/accounts/account-records';
import { shapeOf } from '../../kit/shape';
import { bodyOf, defineResource, type RowOf, TWO_STATES } from '../resource';

const { accountType, controlFor: _role, ...own } = accountFields.shape;

/** `type` here is `accountType` in the record, which is clearer as a column name. */
const body = bodyOf({ ...own, type: accountType }, TWO_STATES).transform(({ type, ...fields }) => ({
  ...fields,
  accountType: type,
}));

/** The chart of accounts (decisions.md, surface B, "accounts on B"). */
export const accounts = defineResource({
  noun: 'account',
  tag: 'Accounts',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof accountVerbs>>()({
    code: 'text',
    name: 'text',
    description: 'text?',
    type: [z.enum(ACCOUNT_TYPES), 'accountType'],
    normalSide: z.enum(SIDES),
    isSummary: 'flag',
    isControl: 'flag',
    elimination: 'text?',
    parentId: 'id?',
    currencyCode: 'text?',
    requiredDimensions: 'texts',
    recommendedDimensions: 'texts',
  }),
  takes: body,
  verbs: accountVerbs,
  examples: { create: { code: '6975', name: 'Trade fairs', type: 'EXPENSE' } },
});
