import type { FieldProps } from './field';

/** An option that can be found by code or words. */
export type ComboChoice = {
  readonly id: string;
  readonly label: string;
  readonly code?: string | undefined;
  readonly note?: string | undefined;
};

/** Where choices are more than a field loads: the others come for what is typed, and join `choices`. */
export type MoreChoices = {
  readonly ask: (typed: string) => void;
  /** The text, trimmed, for which the choices have come; null while an answer is awaited. */
  readonly answered: string | null;
  /** Whether all choices that the text of a cell could name have come. */
  readonly isKnown: (text: string) => boolean;
};

/** Whether the choices hold whatever `typed` could mean. */
export const isAnswered = (more: MoreChoices | undefined, typed: string): boolean =>
  more === undefined || more.answered === typed.trim();

/** A field that chooses one of many. */
export type ComboProps = FieldProps & {
  readonly choices: readonly ComboChoice[];
  readonly more?: MoreChoices | undefined;
  /** The chosen id, or ''. */
  readonly value: string;
  readonly onValue: (id: string) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
};

/** How a choice reads in one line. */
export function choiceText(choice: Pick<ComboChoice, 'code' | 'label'>): string {
  return choice.code ? `${choice.code} ${choice.label}` : choice.label;
}

/**
 * The choice identified by a complete text: its code, its displayed line or its exact name; null when none or several
 * match.
 */
export function choiceNamed<T extends ComboChoice>(choices: readonly T[], text: string): T | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  for (const form of [(c: T) => c.code ?? '', choiceText, (c: T) => c.label]) {
    const found = choices.filter((choice) => form(choice).toLowerCase() === wanted);
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** A record with a code and a name as a choice. */
export const choiceOf = ({
  id,
  code,
  name,
}: {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}): ComboChoice => ({ id, label: name, ...(code ? { code } : {}) });
