import { formatDate } from '@/ui/kit/figures/date-format';
import type { ComboChoice } from '@/ui/kit/input/combo-choice';
import type { Contract } from './contract-months';

/** What a part of a bill is for: an obligation, or a commitment period of it by its first day. */
export type Billed = { readonly key: string; readonly from: string | null };

const OF_PERIOD = /^(.+), from (\d{4}-\d{2}-\d{2})$/;

/** How it reads in a cell or a list. */
export const billedText = ({ key, from }: Billed): string => (from === null ? key : `${key}, from ${from}`);

/** What such a text says; null: nothing. */
export function readBilled(text: string): Billed | null {
  const said = text.trim();
  if (said === '') return null;
  const [, key, from] = OF_PERIOD.exec(said) ?? [];
  return key === undefined || from === undefined ? { key: said, from: null } : { key, from };
}

/** Everything a bill of a contract can be for; a period that is billed already says so. */
export function billedChoices(
  obligations: readonly Pick<Contract['obligations'][number], 'key' | 'description' | 'commitments'>[],
): ComboChoice[] {
  return obligations.flatMap(({ key, description, commitments = [] }) => {
    const whole = billedText({ key, from: null });
    return [
      { id: whole, label: whole, ...(description && description !== key && { note: description }) },
      ...commitments.map(({ start, end, toBill }) => {
        const text = billedText({ key, from: start });
        return { id: text, label: text, note: `to ${formatDate(end)}, ${toBill} to bill` };
      }),
    ];
  });
}
