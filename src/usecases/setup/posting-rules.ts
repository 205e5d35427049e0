import { z } from 'zod';
import { postingRules } from '@/db/stores/structure/setup';
import { crud } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';

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
  /** Without a subsidiary: the general rule for all that have none of their own. */
  create: z.object({ ...accounts, transactionTypeId: z.guid(), subsidiaryId: z.guid().nullish() }),
  update: z.object(accounts),
  prepareCreate(context, input) {
    demandOwnRule(context, input);
    return input;
  },
  prepareUpdate(context, before, input) {
    demandOwnRule(context, before);
    return input;
  },
  async guardRemove(context, before) {
    demandOwnRule(context, before);
  },
});

/** The general rule may be changed only by callers who reach every subsidiary. Refuses FORBIDDEN. */
function demandOwnRule({ principal }: Context, rule: { readonly subsidiaryId?: string | null | undefined }) {
  if ((rule.subsidiaryId ?? null) === null) demandEverywhere(principal, 'gl.setup.write');
}

export const createPostingRule = verbs.create;
export const updatePostingRule = verbs.update;
export const removePostingRule = verbs.remove;

/** The posting accounts of each transaction type: general rules and those of single subsidiaries. */
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
