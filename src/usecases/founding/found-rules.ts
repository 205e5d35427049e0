import { z } from 'zod';
import type { Made } from '@/core/founding/steps';
import { refuse } from '@/core/refusals';
import { KIND_FACTS, TRANSACTION_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { transactionTypes } from '@/db/stores/documents/transactions';
import { type PostingAccount, postingAccounts } from '@/db/stores/structure/accounts';
import { postingRules } from '@/db/stores/structure/setup';
import { type Context, defineUseCase } from '../kit/define';
import { createPostingRule, updatePostingRule } from '../setup/posting-rules';
import { FOUNDING, takeStep } from './step-record';

const accountId = z.guid().toLowerCase().nullable();
const ROLES = [
  'controlAccountId',
  'taxAccountId',
  'discountAccountId',
  'bankAccountId',
  'defaultLineAccountId',
  'shippingAccountId',
] as const;
type Role = (typeof ROLES)[number];

export const ruleAnswers = z.object({
  /** The accounts each kind of document posts to in general; a subsidiary may have a rule of its own. */
  rules: z
    .array(
      z.object({
        kind: z.enum(TRANSACTION_KINDS),
        controlAccountId: accountId,
        taxAccountId: accountId,
        discountAccountId: accountId,
        bankAccountId: accountId,
        defaultLineAccountId: accountId,
        shippingAccountId: accountId,
      }),
    )
    .max(TRANSACTION_KINDS.length)
    .refine(
      (rules) => new Set(rules.map(({ kind }) => kind)).size === rules.length,
      'must name each kind only once',
    ),
});
type Rule = z.output<typeof ruleAnswers>['rules'][number];

/**
 * Founding, step RULES: the accounts that documents post to where a line names none. Refuses REFERENCE_NOT_FOUND for an account
 * that does not accept postings, INVALID_INPUT for a control account of another subledger.
 */
export const foundRules = defineUseCase({
  name: 'founding.rules',
  permission: FOUNDING,
  mode: 'write',
  input: ruleAnswers,
  run: (context, asked) => takeStep(context, 'RULES', asked, (inner) => make(inner, asked.rules)),
});

async function make(context: Context, rules: readonly Rule[]): Promise<Made[]> {
  const { tenant } = context;
  const chart = new Map((await postingAccounts(tenant)).map((account) => [account.id, account]));
  const types = await transactionTypes.list(tenant, { where: { recordStatus: 'active' } });
  const standing = await postingRules.list(tenant, { where: { subsidiaryId: null } });
  const made: Made[] = [];
  for (const [index, { kind, ...accounts }] of rules.entries()) {
    demandFit(chart, kind, accounts, index);
    for (const type of types.filter((one) => one.kind === kind)) {
      const rule = standing.find((one) => one.transactionTypeId === type.id);
      if (rule !== undefined && ROLES.every((role) => rule[role] === accounts[role])) continue;
      const detail = ROLES.flatMap((role) => chart.get(accounts[role] ?? '')?.code ?? []).join(', ');
      if (rule === undefined) {
        await createPostingRule.run(context, { ...accounts, transactionTypeId: type.id, subsidiaryId: null });
      } else await updatePostingRule.run(context, { id: rule.id, data: accounts });
      const act = rule === undefined ? 'CREATED' : 'CHANGED';
      made.push({ act, noun: 'posting rule', id: rule?.id ?? null, label: type.name, detail });
    }
  }
  return made;
}

function demandFit(
  chart: ReadonlyMap<string, PostingAccount>,
  kind: TransactionKind,
  accounts: Readonly<Record<Role, string | null>>,
  index: number,
): void {
  for (const role of ROLES) {
    const id = accounts[role];
    if (id === null || chart.has(id)) continue;
    const field = `rules.${index}.${role}`;
    refuse('REFERENCE_NOT_FOUND', `The account in ${field} does not exist or does not accept postings.`, {
      field,
      noun: 'account',
      id,
    });
  }
  const control = chart.get(accounts.controlAccountId ?? '');
  const { controlRole } = KIND_FACTS[kind];
  if (control === undefined || control.controlFor === controlRole) return;
  const path = ['rules', String(index), 'controlAccountId'];
  const message =
    controlRole === null
      ? 'must be empty: journals post to the accounts of their lines'
      : `must be a control account of ${controlRole}`;
  refuse('INVALID_INPUT', `${path.join('.')}: ${message}`, { issues: [{ path, message }] });
}
