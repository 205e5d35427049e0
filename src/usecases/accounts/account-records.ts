import { z } from 'zod';
import { ELIMINATIONS, eliminationProblem } from '@/core/consolidation/eliminations';
import {
  ACCOUNT_TYPES,
  type AccountType,
  isAccountType,
  normalSideOf,
  REQUIRABLE_DIMENSIONS,
} from '@/core/ledger/accounts';
import { CONTROL_ROLES } from '@/core/ledger/default-chart';
import { refuse } from '@/core/refusals';
import { SIDES } from '@/core/transactions/kinds';
import { type AccountRecord, accounts, hasPostings, streamAccounts } from '@/db/stores/structure/accounts';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import type { Context } from '@/usecases/kit/define';
import { currencyCode } from '@/usecases/kit/fields';

const dimensions = z.array(z.enum(REQUIRABLE_DIMENSIONS)).max(4);

/** The account fields a caller may set (decisions.md, surface B, "accounts on B"). */
export const accountFields = z.object({
  ...codedShape,
  /** Omitted on create: an expense account. */
  accountType: z.enum(ACCOUNT_TYPES).optional(),
  /** Omitted: the normal side of the account type; a contra account states the opposite side. */
  normalSide: z.enum(SIDES).optional(),
  isSummary: z.boolean().optional(),
  isControl: z.boolean().optional(),
  /** Which subledger a control account stands for. */
  controlFor: z.enum(CONTROL_ROLES).nullish(),
  /** How consolidation eliminates the account: INTERCOMPANY or INVESTMENT; null: it is not eliminated. */
  elimination: z.enum(ELIMINATIONS).nullish(),
  parentId: z.guid().nullish(),
  currencyCode: currencyCode.nullish(),
  requiredDimensions: dimensions.optional(),
  recommendedDimensions: dimensions.optional(),
});
type AccountInput = z.output<typeof accountFields>;

const DEFAULT_TYPE: AccountType = 'EXPENSE';

export const accountVerbs = codedRecords({
  records: 'accounts',
  prefix: 'ACCT',
  store: accounts,
  stream: streamAccounts,
  fields: accountFields,
  tree: { column: 'parent_id', field: 'parentId' },
  async prepare(context, before, input) {
    const control = controlOf(before, input);
    if (before !== null) await demandUnposted(context, before, { ...input, ...control });
    const side = sideOf(before, input);
    demandEliminable(before, input, side.accountType);
    return { ...input, ...side, ...control };
  },
  async guardRemove({ tenant }, before) {
    if (await hasPostings(tenant, before.id)) refuseUsed(before, 'ledger entries');
    if (before.isRetainedEarnings) refuseUsed(before, YEAR_END);
  },
});

/** The normal side follows from the account type unless the caller states it. */
function sideOf(before: AccountRecord | null, input: AccountInput) {
  const accountType = input.accountType ?? (before === null ? DEFAULT_TYPE : undefined);
  if (accountType === undefined) return {};
  const keeps = before !== null && before.accountType === accountType;
  return {
    accountType,
    normalSide: input.normalSide ?? (keeps ? before.normalSide : normalSideOf(accountType)),
  };
}

/**
 * Naming a subledger makes the account a control account; an account that is not a control account names no subledger.
 */
function controlOf(before: AccountRecord | null, input: AccountInput) {
  if (input.isControl === false) return { isControl: false, controlFor: null };
  const controlFor = input.controlFor === undefined ? (before?.controlFor ?? null) : input.controlFor;
  return controlFor === null ? {} : { isControl: true };
}

/** Only accounts that hold shares in subsidiaries, or the subsidiaries' capital, are eliminated as investments. */
function demandEliminable(
  before: AccountRecord | null,
  input: AccountInput,
  changed: AccountType | undefined,
) {
  const type = changed ?? before?.accountType ?? DEFAULT_TYPE;
  const marked = input.elimination === undefined ? before?.elimination : input.elimination;
  const elimination = ELIMINATIONS.find((one) => one === marked) ?? null;
  const problem = isAccountType(type) ? eliminationProblem(elimination, type) : null;
  if (problem === null) return;
  const issues = [{ path: ['elimination'], message: problem }];
  refuse('INVALID_INPUT', `The account cannot be eliminated this way: ${problem}.`, { issues });
}

/**
 * Posted lines keep their meaning: type, normal side, currency and control nature of a used
 * account cannot change (IN_USE; refuse-used-account.sql refuses the same of the last two, whoever writes).
 */
async function demandUnposted({ tenant }: Context, before: AccountRecord, input: AccountInput) {
  const moved = (['accountType', 'normalSide', 'currencyCode', 'isSummary'] as const).some(
    (field) => input[field] !== undefined && input[field] !== before[field],
  );
  if (moved && (await hasPostings(tenant, before.id))) refuseUsed(before, 'ledger entries', KEEPS);
  const stands = input.controlFor !== undefined && input.controlFor !== before.controlFor;
  if (stands && (await hasPostings(tenant, before.id))) refuseUsed(before, 'ledger entries', STANDS);
  const retains = input.isSummary === true || (input.accountType ?? 'EQUITY') !== 'EQUITY';
  if (before.isRetainedEarnings && retains) refuseUsed(before, YEAR_END, KEEPS);
}

const YEAR_END = 'the year-end result, which is posted to it';
const KEEPS = ': its type, side, currency and summary setting cannot change';
const STANDS =
  ', so the subledger it stands for cannot change: add another account and move the balance to it with a journal entry';

function refuseUsed(account: AccountRecord, by: string, so = ''): never {
  refuse('IN_USE', `Account ${account.code} is used by ${by}${so}.`, { noun: 'account', id: account.id, by });
}
