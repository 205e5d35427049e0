import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { conditionWords, outcomeWords } from '@/core/orders/order-rules';
import type { OrderRule } from '@/core/orders/order-source';
import { trpc } from '@/surfaces/trpc/react';
import { Button, IconButton } from '@/ui/kit/button';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { OrderSource } from './order-source-dialog';
import { RuleDialog } from './rule-dialog';

/** The rules of a source in order, in words; the first that fits a line decides. */
export function RulesPanel({ source }: { readonly source: OrderSource }) {
  const books = useBooks();
  const mayWrite = books.may('revenue.write');
  const rules = source.rules as unknown as readonly OrderRule[];
  const [edited, setEdited] = useState<number | null>(null);
  const update = trpc.orderSources.update.useMutation();
  const save = (next: readonly OrderRule[], done: () => void = () => undefined) =>
    update.mutate(
      {
        id: source.id,
        data: { rules: next.map(({ when, ...rule }) => ({ ...rule, when: [...when] })) },
        $call: { expectedVersion: source.version },
      },
      {
        onSuccess: () => {
          notifyDone('The rules are saved. Try the waiting orders again.');
          done();
        },
      },
    );
  const moved = (at: number, by: number) => {
    const next = [...rules];
    const [rule] = next.splice(at, 1);
    if (rule !== undefined) next.splice(at + by, 0, rule);
    return next;
  };
  return (
    <Panel
      title="Rules"
      flush
      actions={
        mayWrite ? (
          <Button size="small" tone="primary" onPress={() => setEdited(rules.length)}>
            <Plus aria-hidden="true" />
            New rule
          </Button>
        ) : null
      }
    >
      {update.error && edited === null ? (
        <div className="p-4">
          <Notice tone="danger" role="alert">
            {sentenceOf(update.error)}
          </Notice>
        </div>
      ) : null}
      {rules.length === 0 ? (
        <EmptyState title="No rules yet">Orders wait until a rule says what their lines become.</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
            <li key={at} className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
              <span className="flex min-w-0 flex-col">
                <span className="font-medium">
                  {at + 1}. {rule.name}
                </span>
                <span className="text-ink-soft">
                  When {conditionWords(rule.when)}: {outcomeWords(rule.outcome)}.
                </span>
              </span>
              {mayWrite ? (
                <span className="flex gap-1">
                  <IconButton
                    label={`Move ${rule.name} up`}
                    isDisabled={at === 0 || update.isPending}
                    onPress={() => save(moved(at, -1))}
                  >
                    <ArrowUp aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Move ${rule.name} down`}
                    isDisabled={at === rules.length - 1 || update.isPending}
                    onPress={() => save(moved(at, 1))}
                  >
                    <ArrowDown aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Edit ${rule.name}`} onPress={() => setEdited(at)}>
                    <Pencil aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Remove ${rule.name}`}
                    isDisabled={update.isPending}
                    onPress={() => save(rules.filter((_, index) => index !== at))}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </span>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {edited === null ? null : (
        <RuleDialog
          rule={rules[edited] ?? null}
          isSaving={update.isPending}
          problem={update.error ? sentenceOf(update.error) : null}
          onSave={(rule) =>
            save([...rules.slice(0, edited), rule, ...rules.slice(edited + 1)], () => setEdited(null))
          }
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
