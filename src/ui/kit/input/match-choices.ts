import { type ComboChoice, choiceNamed } from './combo-choice';

type Matchable = { readonly label: string; readonly code?: string | undefined };

/**
 * The choices that match `typed`: beginning of the code first, then every typed word at the start of a
 * word ("sub rev" finds Subscription revenue), then anywhere. Ties keep their order.
 */
export function matchChoices<T extends Matchable>(choices: readonly T[], typed: string, most = 50): T[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return choices.slice(0, most);
  const ranked: { choice: T; rank: number; order: number }[] = [];
  for (const [order, choice] of choices.entries()) {
    const rank = rankOf(choice, words, typed.trim().toLowerCase());
    if (rank !== null) ranked.push({ choice, rank, order });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, most)
    .map((entry) => entry.choice);
}

/** How well a choice matches: 0 the code, 1 and 2 the beginning, 3 the starts of words, 4 anywhere in the name; null: not at all. */
export function rankOf(choice: Matchable, words: readonly string[], whole: string): number | null {
  const code = (choice.code ?? '').toLowerCase();
  const label = choice.label.toLowerCase();
  if (code !== '' && code === whole) return 0;
  if (code !== '' && code.startsWith(whole)) return 1;
  if (label === whole || `${code} ${label}` === whole) return 1;
  if (label.startsWith(whole) || `${code} ${label}`.startsWith(whole)) return 2;
  const starts = `${code} ${label}`.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 3;
  return words.every((word) => label.includes(word)) ? 4 : null;
}

/**
 * The choice that typed text means without pointing at one: the only match, or the one that it names completely by code or name;
 * null when it could be several. What is meant is taken by Tab and Enter.
 */
export function choiceMeant<T extends ComboChoice>(choices: readonly T[], typed: string): T | null {
  if (typed.trim() === '') return null;
  const [first, second] = matchChoices(choices, typed, 2);
  if (first === undefined) return null;
  return second === undefined ? first : choiceNamed(choices, typed);
}
