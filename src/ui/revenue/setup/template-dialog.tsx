'use client';

import { isScheduleMethod } from '@/core/revenue/schedules/schedule-methods';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import type { FormValues } from '@/ui/records/form/form-field';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useAccounts } from '@/ui/records/use-names';
import { PATTERNS } from '../contracts/contract-tables';
import { LISTED_NATURES } from '../draft/obligations/promise-form';
import { METHOD_CHOICES } from './policy-words';

export type ObligationTemplate = RouterOutputs['revenue']['templates']['list'][number];
type Asked = RouterInputs['revenue']['templates']['create'];
type Pattern = Asked['pattern'];

const KINDS = ['POINT', 'UNITS', 'RATABLE', 'PROGRESS', 'MILESTONES', 'USAGE'] as const;

/** One line per milestone, its weight last: `Design 30`. */
function milestonesOf(text: string | undefined) {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, key = line, weight = '1'] = /^(.*\S)\s+([\d.]+)$/.exec(line) ?? [];
      return { key, weight };
    });
}

function patternOf(values: FormValues): Pattern {
  const kind = KINDS.find((known) => known === values.pattern) ?? 'POINT';
  switch (kind) {
    case 'MILESTONES':
      return { kind, milestones: milestonesOf(values.milestones) };
    case 'RATABLE': {
      const method = values.method ?? '';
      return {
        kind,
        ...(values.months?.trim() ? { months: Number(values.months) } : {}),
        ...(isScheduleMethod(method) ? { method } : {}),
      };
    }
    default:
      return { kind };
  }
}

/** Creates the template of one obligation in an item, or edits it. Contracts keep the terms they were drafted with. */
export function TemplateDialog({
  template,
  itemId,
  onClose,
}: {
  readonly template?: ObligationTemplate;
  /** The item it belongs to; chosen in the form when not known. */
  readonly itemId?: string;
  readonly onClose: () => void;
}) {
  const accounts = useAccounts();
  const items = useRecordChoices('ITEM', [], itemId === undefined && template === undefined);
  const { save, ...saving } = useSaving<Asked, { key: string }>({
    record: template,
    create: trpc.revenue.templates.create.useMutation(),
    update: trpc.revenue.templates.update.useMutation(),
    added: ({ key }) => `${key} is an obligation of the item.`,
    onClose,
  });
  const pattern = template?.pattern as Pattern | undefined;
  const asksItem = itemId === undefined && template === undefined;
  return (
    <RecordDialog
      {...saving}
      title={template ? `Edit ${template.key}` : 'New obligation'}
      saveLabel={template ? 'Save' : 'Add obligation'}
      fields={[
        ...(asksItem
          ? [
              {
                name: 'itemId',
                label: 'Item',
                kind: 'combo' as const,
                required: true,
                wide: true,
                choices: items.choices,
                more: items.more,
              },
            ]
          : []),
        ...(template ? [] : [{ name: 'key', label: 'Name', kind: 'text' as const, required: true }]),
        {
          name: 'pattern',
          label: 'Satisfied',
          kind: 'select',
          choices: KINDS.map((value) => ({ value, label: PATTERNS[value] })),
        },
        {
          name: 'months',
          label: 'Months (empty: the term of the line)',
          kind: 'number',
          when: (values) => values.pattern === 'RATABLE',
        },
        {
          name: 'method',
          label: 'Spread over time',
          kind: 'select',
          empty: 'According to the policy',
          choices: METHOD_CHOICES,
          when: (values) => values.pattern === 'RATABLE',
        },
        {
          name: 'milestones',
          label: 'Milestones, one per line, each with its weight',
          kind: 'long',
          required: true,
          when: (values) => values.pattern === 'MILESTONES',
        },
        { name: 'weight', label: 'Weight within the item', kind: 'number' },
        { name: 'productCode', label: 'Product code of its standalone price', kind: 'text' },
        { name: 'revenueAccountId', label: 'Revenue account', kind: 'combo', choices: accounts.choices },
        {
          name: 'capacity',
          label: 'Sold as',
          kind: 'select',
          choices: [
            { value: 'PRINCIPAL', label: 'Principal' },
            { value: 'AGENT', label: 'Agent' },
          ],
        },
        {
          name: 'nature',
          label: 'Nature',
          kind: 'select',
          choices: LISTED_NATURES.map((value) => ({ value, label: statusWords(value) })),
        },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{
        pattern: pattern?.kind ?? 'POINT',
        months: pattern?.kind === 'RATABLE' ? String(pattern.months ?? '') : '',
        method: pattern?.kind === 'RATABLE' ? (pattern.method ?? '') : '',
        milestones:
          pattern?.kind === 'MILESTONES'
            ? pattern.milestones.map(({ key, weight }) => `${key} ${weight}`).join('\n')
            : '',
        weight: template?.weight ?? '1',
        productCode: template?.productCode,
        revenueAccountId: template?.revenueAccountId,
        capacity: template?.capacity ?? 'PRINCIPAL',
        nature: template?.nature ?? 'SERVICE',
        description: template?.description,
      }}
      onSave={(values) =>
        save({
          itemId: template?.itemId ?? itemId ?? values.itemId ?? '',
          key: template?.key ?? (values.key ?? '').trim(),
          pattern: patternOf(values),
          ...(values.weight?.trim() ? { weight: values.weight.trim() } : {}),
          productCode: orNull(values.productCode),
          revenueAccountId: orNull(values.revenueAccountId),
          capacity: values.capacity === 'AGENT' ? 'AGENT' : 'PRINCIPAL',
          nature: LISTED_NATURES.find((known) => known === values.nature) ?? 'SERVICE',
          description: orNull(values.description),
        })
      }
      onClose={onClose}
    />
  );
}
