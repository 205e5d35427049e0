import { addDays, addMonths } from '@/core/periods/calendar';
import type { TemplatePattern } from '@/core/revenue/contracts/drafts/promises';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import type { Names } from '@/ui/audit/changes-in-words';
import type { ComboChoice } from '@/ui/kit/input/combo-choice';
import type { RecordChoice } from '@/ui/records/choices/use-record-choices';
import type { ContractDraft } from '../contract-draft';
import { LISTED_NATURES, type ObligationDraft } from './promise-form';

export type Template = RouterOutputs['revenue']['templates']['list'][number];
export type Item = RecordChoice;

/** One choice per item with obligations; a bundle shows how many it has. */
export function templateChoices(templates: readonly Template[], names: Names): ComboChoice[] {
  const ids = [...new Set(templates.map(({ itemId }) => itemId))];
  return ids.map((id) => {
    const own = templates.filter(({ itemId }) => itemId === id);
    return {
      id,
      label: names.get(id) ?? own.map(({ key }) => key).join(', '),
      ...(own.length > 1 ? { note: `${own.length} obligations` } : {}),
    };
  });
}

/** A template's obligation as a card with a unique name. */
export function fromTemplate(
  template: Template,
  draft: ContractDraft,
  taken: readonly string[],
): Partial<ObligationDraft> {
  const pattern = template.pattern as TemplatePattern;
  const months = pattern.kind === 'RATABLE' ? pattern.months : undefined;
  const start = draft.startDate || draft.contractDate;
  return {
    key: freeKey(template.key, taken),
    description: template.description ?? '',
    itemId: template.itemId,
    pattern: pattern.kind,
    ...(pattern.kind === 'RATABLE' ? { start, spread: pattern.method ?? '' } : {}),
    ...(months !== undefined && start !== '' ? { end: addDays(addMonths(start, months), -1) } : {}),
    ...(pattern.kind === 'MILESTONES'
      ? { milestones: pattern.milestones.map(({ key, weight }) => ({ id: key, key, weight })) }
      : {}),
    productCode: template.productCode ?? '',
    revenueAccountId: template.revenueAccountId ?? '',
    capacity: template.capacity === 'AGENT' ? 'AGENT' : 'PRINCIPAL',
    nature: LISTED_NATURES.find((known) => known === template.nature) ?? 'SERVICE',
  };
}

function freeKey(wanted: string, taken: readonly string[]): string {
  let key = wanted;
  for (let n = 2; taken.includes(key); n += 1) key = `${wanted}-${n}`;
  return key;
}

const BY_TYPE: Readonly<Record<string, Partial<ObligationDraft>>> = {
  SUBSCRIPTION: { pattern: 'RATABLE' },
  USAGE: { pattern: 'USAGE' },
  GOODS: { pattern: 'UNITS', nature: 'GOODS' },
  SERVICE: { pattern: 'POINT' },
};

/** The fields of an empty card filled in by choosing an item. */
export function fromItem(
  item: Item,
  one: ObligationDraft,
  taken: readonly string[],
): Partial<ObligationDraft> {
  if (one.key !== '') return { itemId: item.id };
  return {
    itemId: item.id,
    key: freeKey(item.code, taken),
    description: one.description === '' ? item.name : one.description,
    ...BY_TYPE[item.type ?? ''],
  };
}
