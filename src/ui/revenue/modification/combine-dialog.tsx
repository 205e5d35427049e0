'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { dec, toPlainString } from '@/core/money/decimal';
import type { Allocation } from '@/core/revenue/allocation/allocation';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { DataTable } from '@/ui/kit/tables/data-table';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';

type Drafted = RouterOutputs['revenue']['contracts']['list']['rows'][number];
type Reasons = NonNullable<RouterInputs['revenue']['contracts']['combine']>['reasons'];

/** The three criteria of 606-10-25-9; one is enough. */
const REASONS: readonly { readonly name: keyof Reasons; readonly label: string }[] = [
  { name: 'singleObjective', label: 'They were negotiated as a package with a single commercial objective' },
  {
    name: 'pricesInterdependent',
    label: 'The amount paid in one depends on the price or the performance of the other',
  },
  {
    name: 'singleObligation',
    label: 'What they promise is, in whole or in part, a single performance obligation',
  },
];

/** Combines drafts with one customer into one contract (606-10-25-9), after showing how it changes the allocation. */
export function CombineDialog({ view, onClose }: { readonly view: Contract; readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const { contract } = view;
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const [reasons, setReasons] = useState<ReadonlySet<keyof Reasons>>(new Set());
  const [combined, setCombined] = useState<Drafted | null>(null);
  const drafts = trpc.revenue.contracts.list.useQuery({
    status: 'DRAFT',
    limit: 100,
    ...(contract.customerId === null ? {} : { customerId: contract.customerId }),
  });
  const combine = trpc.revenue.contracts.combine.useMutation();
  const offered = (drafts.data?.rows ?? []).filter(
    ({ id, currencyCode }) => id !== contract.id && currencyCode === contract.currencyCode,
  );
  const chosen = offered.filter(({ id }) => others.has(id));
  const input = (dryRun: boolean) => ({
    id: contract.id,
    with: chosen.map(({ id }) => id),
    reasons: Object.fromEntries(REASONS.map(({ name }) => [name, reasons.has(name)])),
    $call: { expectedVersion: contract.version, dryRun },
  });
  const toggle = <Value,>(set: ReadonlySet<Value>, value: Value, isOn: boolean) => {
    setCombined(null);
    const after = new Set(set);
    if (isOn) after.add(value);
    else after.delete(value);
    return after;
  };
  const post = () =>
    combine.mutate(input(false), {
      onSuccess: (made) => {
        notifyDone(`${chosen.length + 1} drafts are combined into ${made.contractNumber}.`);
        onClose();
        router.push(books.path(`revenue/${made.id}`));
      },
    });
  return (
    <ConfirmDialog
      title={`Combine ${contract.contractNumber} with other drafts`}
      isOpen
      onClose={onClose}
      // The effect comes from the same calculation that combines them.
      onConfirm={() => (combined === null ? combine.mutate(input(true), { onSuccess: setCombined }) : post())}
      confirmLabel={combined === null ? 'Show the effect' : 'Combine'}
      isDisabled={chosen.length === 0 || reasons.size === 0}
      isPending={combine.isPending}
      error={combine.error ? sentenceOf(combine.error) : undefined}
    >
      <QueryView query={drafts}>
        {() =>
          offered.length === 0 ? (
            <Notice>The customer has no other draft in {contract.currencyCode}.</Notice>
          ) : (
            <fieldset className="flex flex-col gap-2">
              <legend className="mb-1 font-medium text-ink-soft text-small">
                Drafts with the same customer
              </legend>
              {offered.map((draft) => (
                <Checkbox
                  key={draft.id}
                  label={`${draft.contractNumber} ${draft.name ?? ''}, agreed ${formatDate(draft.contractDate)}`}
                  checked={others.has(draft.id)}
                  onChange={(event) => setOthers(toggle(others, draft.id, event.target.checked))}
                />
              ))}
            </fieldset>
          )
        }
      </QueryView>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-ink-soft text-small">At least one is true</legend>
        {REASONS.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={reasons.has(name)}
            onChange={(event) => setReasons(toggle(reasons, name, event.target.checked))}
          />
        ))}
      </fieldset>
      {combined === null ? null : <Effect before={[contract, ...chosen]} after={combined} />}
    </ConfirmDialog>
  );
}

type Priced = Pick<Drafted, 'allocation' | 'transactionPrice'>;

/** What each obligation is allocated apart and combined. */
function Effect({ before, after }: { readonly before: readonly Priced[]; readonly after: Drafted }) {
  const currency = after.currencyCode;
  const shares = ({ allocation }: Priced) => (allocation as Allocation | null)?.allocations ?? [];
  const apart = new Map(before.flatMap((one) => shares(one).map(({ key, amount }) => [key, amount])));
  const rows = shares(after).map(({ key, amount }) => {
    const alone = apart.get(key) ?? '0';
    return { key, alone, amount, change: toPlainString(dec(amount).minus(alone)) };
  });
  const money = (value: string) => <Money value={value} currency={currency} />;
  return (
    <DataTable
      label="Allocation apart and combined"
      rows={rows}
      rowId={({ key }) => key}
      columns={[
        { id: 'key', header: 'Obligation', cell: ({ key }) => key, total: 'Transaction price' },
        { id: 'alone', header: 'Apart', align: 'end', cell: ({ alone }) => money(alone) },
        {
          id: 'combined',
          header: 'Combined',
          align: 'end',
          cell: ({ amount }) => money(amount),
          total: money(after.transactionPrice),
        },
        { id: 'change', header: 'Change', align: 'end', cell: ({ change }) => money(change) },
      ]}
    />
  );
}
