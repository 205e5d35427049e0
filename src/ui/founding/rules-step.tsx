'use client';

import { useState } from 'react';
import { KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ComboField } from '@/ui/kit/input/combo-field';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { useAccounts } from '@/ui/records/use-names';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

type Stored = RouterOutputs['setup']['postingRules']['list'][number];

const LABELS = {
  controlAccountId: 'Control account',
  taxAccountId: 'Tax',
  discountAccountId: 'Discount',
  bankAccountId: 'Bank',
  defaultLineAccountId: 'Lines without account',
  shippingAccountId: 'Shipping',
} as const;
type Role = keyof typeof LABELS;
const ROLES = Object.keys(LABELS) as Role[];
type Rule = { readonly kind: TransactionKind } & Readonly<Record<Role, string | null>>;

/** The accounts a kind of document can use: payments move a bank, the others have lines. */
const rolesOf = (kind: TransactionKind): readonly Role[] =>
  KIND_FACTS[kind].contra === 'CASH'
    ? ['controlAccountId', 'bankAccountId', 'discountAccountId']
    : ['controlAccountId', 'defaultLineAccountId', 'taxAccountId', 'discountAccountId', 'shippingAccountId'];

/** The accounts documents post to. */
export function RulesStep(props: StepProps) {
  const rules = trpc.setup.postingRules.list.useQuery({});
  const types = trpc.setup.transactionTypes.list.useQuery({});
  if (rules.data === undefined || types.data === undefined) return <Skeleton className="h-60" />;
  const general = rules.data.filter(({ subsidiaryId }) => subsidiaryId === null);
  const found = new Map<TransactionKind, { name: string; rule: Stored }>();
  for (const type of types.data) {
    const kind = type.kind as TransactionKind;
    const rule = general.find(({ transactionTypeId }) => transactionTypeId === type.id);
    const has = KIND_FACTS[kind].controlRole !== null;
    if (has && rule !== undefined && !found.has(kind)) found.set(kind, { name: type.name, rule });
  }
  return <RulesForm {...props} standing={[...found].map(([kind, one]) => ({ kind, ...one }))} />;
}

function RulesForm({
  step,
  onNext,
  standing,
}: StepProps & {
  readonly standing: readonly {
    readonly kind: TransactionKind;
    readonly name: string;
    readonly rule: Stored;
  }[];
}) {
  const make = trpc.founding.rules.useMutation();
  const accounts = useAccounts();
  const [rules, setRules] = useState<readonly Rule[]>(
    standing.map(
      ({ kind, rule }) =>
        ({ kind, ...Object.fromEntries(ROLES.map((role) => [role, rule[role]])) }) as unknown as Rule,
    ),
  );
  const nameOf = (kind: string) => standing.find((one) => one.kind === kind)?.name ?? kind;
  return (
    <StepDesk
      step={step}
      answersKey={JSON.stringify(rules)}
      run={($call) => make.mutateAsync({ rules: [...rules], $call })}
      onNext={onNext}
    >
      {rules.map((rule) => (
        <fieldset key={rule.kind} className="grid gap-2.5 sm:grid-cols-2 2xl:grid-cols-3">
          <legend className="mb-1.5 font-semibold">{nameOf(rule.kind)}</legend>
          {rolesOf(rule.kind).map((role) => (
            <ComboField
              key={role}
              label={LABELS[role]}
              choices={
                role === 'controlAccountId'
                  ? accounts.choices.filter(
                      ({ id }) => accounts.byId.get(id)?.controlFor === KIND_FACTS[rule.kind].controlRole,
                    )
                  : accounts.choices
              }
              value={rule[role] ?? ''}
              onValue={(id) =>
                setRules(
                  rules.map((one) =>
                    one.kind === rule.kind ? { ...one, [role]: id === '' ? null : id } : one,
                  ),
                )
              }
            />
          ))}
        </fieldset>
      ))}
    </StepDesk>
  );
}
