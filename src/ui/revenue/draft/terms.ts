import { countOf, percentOf, shareOf, words } from './said';

/** What is missing, by field of the form: `rangeHigh`, `answers/<row>/evidence`. */
export type Gaps = Readonly<Record<string, string>>;

/** The obligations on the form. Other terms refer to them: the form by the id of a card, the verb by its name. */
export type Cards = readonly { readonly id: string; readonly key: string }[];

/**
 * One term of what a verb takes, and how a form holds it. From it follow the form's fields with what they hold when
 * nothing is specified, what is sent, what a saved draft gives back to the form, what is missing, and which field a refusal
 * concerns. `Held`: the fields of the form. `Said`: what the verb takes.
 */
export interface Term<Held extends object = object, Said = unknown> {
  readonly empty: Held;
  /** What is sent when a required term is not specified. */
  readonly none: Said;
  /** The fields that a form shows only on demand. */
  readonly further: readonly string[];
  /** What is sent; undefined: left out. */
  ask(draft: Held, cards?: Cards): Said | undefined;
  /** What the form holds of what was stored. `rows` begins the ids of lists. */
  read(stored: unknown, rows: string, cards?: Cards): Partial<Held>;
  gaps(draft: Held, cards?: Cards): Gaps;
  /** The form's field that a refusal's path points at. */
  fieldAt(path: readonly string[], draft: Held): string;
}

export type Field<Name extends string, Value> = { readonly [Key in Name]: Value };

function field<Name extends string, Value, Said>(
  name: Name,
  {
    empty,
    none,
    ask,
    read,
  }: {
    readonly empty: Value;
    readonly none: Said;
    readonly ask: (value: Value, cards: Cards) => Said | undefined;
    readonly read: (stored: unknown, cards: Cards) => Value;
  },
): Term<Field<Name, Value>, Said> {
  const hold = (value: Value) => ({ [name]: value }) as Field<Name, Value>;
  return {
    empty: hold(empty),
    none,
    further: [],
    ask: (draft, cards = []) => ask(draft[name], cards),
    read: (stored, _rows, cards = []) => hold(read(stored, cards)),
    gaps: () => ({}),
    fieldAt: () => name,
  };
}

/** A text, left out when it is empty. */
export const text = <Name extends string>(name: Name) =>
  field<Name, string, string>(name, {
    empty: '',
    none: '',
    ask: (value) => value.trim() || undefined,
    read: words,
  });

/** A share, which the form holds in percent. */
export const percent = <Name extends string>(name: Name) =>
  field<Name, string, string>(name, {
    empty: '',
    none: '',
    ask: (value) => (value.trim() === '' ? undefined : shareOf(value.trim())),
    read: (stored) => percentOf(stored as string | undefined),
  });

/** A count of periods or months, held as text. */
export const count = <Name extends string>(name: Name, empty = ''): Term<Field<Name, string>, number> => ({
  ...field<Name, string, number>(name, {
    empty,
    none: 0,
    ask: (value) => (value.trim() === '' ? undefined : countOf(value)),
    read: words,
  }),
  gaps(draft) {
    const held = draft[name].trim();
    return held === '' || /^\d{1,4}$/.test(held) ? {} : { [name]: 'Enter a whole number' };
  },
});

/** The obligations a term applies to, left out when there are none; one that was removed from the form is none. */
export const cardsNamed = <Name extends string>(name: Name) =>
  field<Name, readonly string[], string[]>(name, {
    empty: [],
    none: [],
    ask: (ids, cards) => someOf(namesOf(ids, cards)),
    read: (stored, cards) => idsOf(stored, cards),
  });

/** The one obligation a term applies to; the verb takes a list of one. */
export const cardNamed = <Name extends string>(name: Name) =>
  field<Name, string, string[]>(name, {
    empty: '',
    none: [],
    ask: (id, cards) => someOf(namesOf([id], cards)),
    read: (stored, cards) => idsOf(stored, cards)[0] ?? '',
  });

const someOf = (names: string[]) => (names.length === 0 ? undefined : names);
const namesOf = (ids: readonly string[], cards: Cards) =>
  ids.flatMap((id) => cards.find((card) => card.id === id)?.key.trim() ?? []);
const idsOf = (stored: unknown, cards: Cards) =>
  ((stored ?? []) as readonly string[]).flatMap((name) => cards.find(({ key }) => key === name)?.id ?? []);

/** One of some words, or none. */
export const choice = <Name extends string, const Word extends string>(name: Name, known: readonly Word[]) =>
  field<Name, '' | Word, Word>(name, {
    empty: '',
    none: '' as Word,
    ask: (value) => value || undefined,
    read: (stored) => known.find((word) => word === stored) ?? '',
  });

/** One of some words, the first unless another is chosen; always sent. */
export const chosen = <Name extends string, const Word extends string>(
  name: Name,
  known: readonly [Word, ...Word[]],
) =>
  field<Name, Word, Word>(name, {
    empty: known[0],
    none: known[0],
    ask: (value) => value,
    read: (stored) => known.find((word) => word === stored) ?? known[0],
  });

/** The same, left out while it is the first. */
export const unlessFirst = <Name extends string, const Word extends string>(
  name: Name,
  known: readonly [Word, ...Word[]],
): Term<Field<Name, Word>, Word> => ({
  ...chosen(name, known),
  ask: (draft) => (draft[name] === known[0] ? undefined : draft[name]),
});

/** Yes, no or not specified. */
export const yesOrNo = <Name extends string>(name: Name) =>
  field<Name, '' | 'YES' | 'NO', boolean>(name, {
    empty: '',
    none: false,
    ask: (value) => (value === '' ? undefined : value === 'YES'),
    read: (stored) => (typeof stored === 'boolean' ? (stored ? 'YES' : 'NO') : ''),
  });

/** Yes unless no is chosen; always sent. */
export const yesUnless = <Name extends string>(name: Name) =>
  field<Name, 'YES' | 'NO', boolean>(name, {
    empty: 'YES',
    none: false,
    ask: (value) => value === 'YES',
    read: (stored) => (stored === true ? 'YES' : 'NO'),
  });

const NEEDED = 'This field is required';

/** A term that is always required; while it is missing, the form says so. */
export function needed<Held extends object, Said>(
  term: Term<Held, Said>,
  gap: string = NEEDED,
): Term<Held, Said> {
  return {
    ...always(term),
    gaps: (draft, cards) => ({ ...unsaid(term, draft, cards, gap), ...term.gaps(draft, cards) }),
  };
}

/** A term that is sent even when it is not specified: as an empty text or list. */
export function always<Held extends object, Said>(term: Term<Held, Said>): Term<Held, Said> {
  return { ...term, ask: (draft, cards) => term.ask(draft, cards) ?? term.none };
}

/** A term that is needed under a condition on the rest of the draft; otherwise it may be left out. */
export function neededWhen<Held extends object, Said, Rest extends object>(
  term: Term<Held, Said>,
  holds: (draft: Rest) => boolean,
): Term<Held, Said> {
  return {
    ...term,
    gaps: (draft, cards) => (holds(draft as unknown as Rest) ? unsaid(term, draft, cards, NEEDED) : {}),
  };
}

/** An error in every field of a term that is not specified. */
function unsaid<Held extends object>(
  term: Term<Held>,
  draft: Held,
  cards: Cards | undefined,
  gap: string,
): Gaps {
  if (term.ask(draft, cards) !== undefined) return {};
  return Object.fromEntries(Object.keys(term.empty).map((name) => [name, gap]));
}

/** A term that is sent under a condition on the rest of the draft. */
export function when<Held extends object, Said, Rest extends object>(
  term: Term<Held, Said>,
  holds: (draft: Rest) => boolean,
): Term<Held, Said> {
  return {
    ...term,
    ask: (draft, cards) => (holds(draft as unknown as Rest) ? term.ask(draft, cards) : undefined),
  };
}

/** A term that the form shows only on demand, or once it is specified. */
export function further<Held extends object, Said>(term: Term<Held, Said>): Term<Held, Said> {
  return { ...term, further: Object.keys(term.empty) };
}

/** An object of texts that is left out while all are empty; once one is filled in, all are required. */
export function wholly<Held extends object, Said>(term: Term<Held, Said>, gap: string): Term<Held, Said> {
  const openIn = (draft: Held) => {
    const held = draft as Readonly<Record<string, unknown>>;
    return Object.keys(term.empty).filter((name) => String(held[name]).trim() === '');
  };
  const isOpen = (draft: Held) => openIn(draft).length === Object.keys(term.empty).length;
  return {
    ...term,
    ask: (draft, cards) => (isOpen(draft) ? undefined : term.ask(draft, cards)),
    read: (stored, rows, cards) => term.read(stored ?? {}, rows, cards),
    gaps: (draft, cards) =>
      isOpen(draft)
        ? {}
        : {
            ...term.gaps(draft, cards),
            ...Object.fromEntries(openIn(draft).map((name) => [name, gap])),
          },
  };
}
