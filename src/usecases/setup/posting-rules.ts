import { z } from 'zod';
import { postingRules } from '@/db/stores/setup';
import { crud } from '../kit/crud';
import { defineUseCase } from '../kit/define';

const accountId = z.guid().nullish();
const accounts = {
  controlAccountId: accountId,
  taxAccountId: accountId,
  discountAccountId: accountId,
  bankAccountId: accountId,
  defaultLineAccountId: accountId,
  shippingAccountId: accountId,
};

const verbs = crud({
  noun: 'posting rule',
  plural: 'setup.postingRules',
  store: postingRules,
  read: 'gl.setup.read',
  write: 'gl.setup.write',
  /** Without a subsidiary: the rule for all that have none of their own. */
  create: z.object({ ...accounts, transactionTypeId: z.guid(), subsidiaryId: z.guid().nullish() }),
  update: z.object(accounts),
  prepareCreate: (_context, input) => input,
  prepareUpdate: (_context, _before, input) => input,
});

export const createPostingRule = verbs.create;
export const updatePostingRule = verbs.update;
export const removePostingRule = verbs.remove;

/** Where each transaction type posts: the general rules and those of single subsidiaries. */
export const listPostingRules = defineUseCase({
  name: 'setup.postingRules.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({ transactionTypeId: z.guid().optional() }),
  run: ({ tenant }, { transactionTypeId }) =>
    postingRules.list(tenant, {
      where: transactionTypeId === undefined ? {} : { transactionTypeId },
      orderBy: [{ transactionTypeId: 'asc' }, { createdAt: 'asc' }],
    }),
});
