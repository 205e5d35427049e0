import { percentOf, shareOf, words } from './said';

/** Missing values by form field: `rangeHigh`, `answers/<row>/evidence`. */
type Gaps = Readonly<Record<string, string>>;

/**
 * One term of a use-case's input, and how a form holds it. It determines the form's fields with their initial values,
 * the value sent, the values read from a saved draft, what is missing, and the field of a refusal. `Held`: the fields
 * of the form. `Said`: the value the use-case takes.
 */
export interface Term<Held extends object = object, Said = unknown> {
  readonly empty: Held;
  /** The value sent for a required term that is empty. */
  readonly none: Said;
  /** The fields that a form shows only on request. */
  readonly further: readonly string[];
  /** The value to send; undefined: omitted. */
  ask(draft: Held): Said | undefined;
  /** The form values of a stored value. `rows` is the prefix for the ids of list rows. */
  read(stored: unknown, rows: string): Partial<Held>;
  gaps(draft: Held): Gaps;
  /** The form field that a refusal's path refers to. */
  fieldAt(path: readonly string[], draft: Held): string;
}

type Field<Name extends string, Value> = { readonly [Key in Name]: Value };
type Stored = Readonly<Record<string, unknown>>;
type Group = Readonly<Record<string, Term>>;
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? { [Name in keyof All]: All[Name] }
  : never;
type HeldBy<Each> = Each extends Term<infer Held, unknown> ? Held : never;
type HeldIn<Terms extends Group> = Together<HeldBy<Terms[keyof Terms]>>;

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
    readonly ask: (value: Value) => Said | undefined;
    readonly read: (stored: unknown) => Value;
  },
): Term<Field<Name, Value>, Said> {
  const hold = (value: Value) => ({ [name]: value }) as Field<Name, Value>;
  return {
    empty: hold(empty),
    none,
    further: [],
    ask: (draft) => ask(draft[name]),
    read: (stored) => hold(read(stored)),
    gaps: () => ({}),
    fieldAt: () => name,
  };
}

/** A text, omitted when it is empty. */
export const text = <Name extends string>(name: Name) =>
  field<Name, string, string>(name, {
    empty: '',
    none: '',
    ask: (value) => value.trim() || undefined,
    read: words,
  });

/** A share, which the form holds as a percentage. */
export const percent = <Name extends string>(name: Name) =>
  field<Name, string, string>(name, {
    empty: '',
    none: '',
    ask: (value) => (value.trim() === '' ? undefined : shareOf(value.trim())),
    read: (stored) => percentOf(stored as string | undefined),
  });

/** One of several words, or none. */
export const choice = <Name extends string, const Word extends string>(name: Name, known: readonly Word[]) =>
  field<Name, '' | Word, Word>(name, {
    empty: '',
    none: '' as Word,
    ask: (value) => value || undefined,
    read: (stored) => known.find((word) => word === stored) ?? '',
  });

/** One of several words, the first unless another is chosen; always sent. */
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

/** The same, omitted while it is the first. */
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

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
const NEEDED = 'This field is required';

/** A required term; while it is empty, the form reports it. `unless`: when the form does not require it. */
export function needed<Held extends object, Said>(
  term: Term<Held, Said>,
  gap: string = NEEDED,
): Term<Held, Said> {
  return {
    ...term,
    ask: (draft) => term.ask(draft) ?? term.none,
    gaps: (draft) => ({ ...missing(term, draft, gap), ...term.gaps(draft) }),
  };
}

/** A term that is required under a condition on the rest of the draft; otherwise it may be omitted. */
export function neededWhen<Held extends object, Said, Rest extends object>(
  term: Term<Held, Said>,
  holds: (draft: Rest) => boolean,
): Term<Held, Said> {
  return {
    ...term,
    gaps: (draft) => (holds(draft as unknown as Rest) ? missing(term, draft, NEEDED) : {}),
  };
}

function missing(term: Term, draft: object, gap: string): Gaps {
  const held = draft as Stored;
  const open = Object.keys(term.empty).filter((name) =>
    isEmpty(typeof held[name] === 'string' ? held[name].trim() : held[name]),
  );
  return Object.fromEntries(open.map((name) => [name, gap]));
}

/** A term that is sent only under a condition on the rest of the draft. */
export function when<Held extends object, Said, Rest extends object>(
  term: Term<Held, Said>,
  holds: (draft: Rest) => boolean,
): Term<Held, Said> {
  return { ...term, ask: (draft) => (holds(draft as unknown as Rest) ? term.ask(draft) : undefined) };
}

/** A term that the form shows only on request, or once it has a value. */
export function further<Held extends object, Said>(term: Term<Held, Said>): Term<Held, Said> {
  return { ...term, further: Object.keys(term.empty) };
}

/** The terms of one object of the use-case's input. An input field without a term does not compile. */
export const termsOf =
  <Said extends object>() =>
  <
    const Terms extends {
      readonly [Name in keyof Required<Said>]: Term<object, NonNullable<Said[Name]>>;
    },
  >(
    terms: Terms,
  ): Term<HeldIn<Terms>, Said> & { readonly terms: Terms } => {
    const all = Object.entries<Term>(terms as unknown as Group);
    return {
      terms,
      empty: Object.assign({}, ...all.map(([, term]) => term.empty)),
      none: {} as Said,
      further: all.flatMap(([, term]) => term.further),
      ask: (draft) =>
        Object.fromEntries(
          all
            .map(([name, term]) => [name, term.ask(draft)] as const)
            .filter(([, said]) => said !== undefined),
        ) as Said,
      read: (stored, rows) =>
        Object.assign({}, ...all.map(([name, term]) => term.read((stored as Stored)[name], rows))),
      gaps: (draft) => Object.assign({}, ...all.map(([, term]) => term.gaps(draft))),
      fieldAt: ([first, ...rest], draft) => {
        const [name, term] = all.find(([known]) => known === first) ?? all[0] ?? [];
        if (term === undefined || (first !== undefined && name !== first)) return first ?? '';
        return term.fieldAt(rest, draft);
      },
    };
  };

/** An object that is omitted while all of it is empty; once any part is filled in, all of it is required. */
export function wholly<Held extends object, Said>(term: Term<Held, Said>, gap: string): Term<Held, Said> {
  const isOpen = (draft: Held) =>
    Object.keys(missing(term, draft, gap)).length === Object.keys(term.empty).length;
  return {
    ...term,
    ask: (draft) => (isOpen(draft) ? undefined : term.ask(draft)),
    read: (stored, rows) => term.read(stored ?? {}, rows),
    gaps: (draft) => (isOpen(draft) ? {} : { ...term.gaps(draft), ...missing(term, draft, gap) }),
  };
}

type Variants = Readonly<Record<string, Term>>;

/** One of several objects, distinguished by their `kind`, which the form holds in a separate field. */
export function variants<Name extends string, const Kinds extends Variants, First extends string, Said>(
  name: Name,
  first: First,
  kinds: Kinds,
): Term<Together<HeldBy<Kinds[keyof Kinds]>> & Field<Name, First | (keyof Kinds & string)>, Said> {
  type Held = Together<HeldBy<Kinds[keyof Kinds]>> & Field<Name, First | (keyof Kinds & string)>;
  const all = Object.values<Term>(kinds);
  const of = (draft: object) => kinds[(draft as Stored)[name] as string];
  return {
    empty: Object.assign({}, ...all.map(({ empty }) => empty), { [name]: first }) as Held,
    none: {} as Said,
    further: all.flatMap((term) => term.further),
    ask(draft) {
      const said = of(draft)?.ask(draft);
      return said === undefined ? undefined : ({ kind: (draft as Stored)[name], ...said } as Said);
    },
    read(stored, rows) {
      const { kind } = (stored ?? {}) as { readonly kind?: string };
      const term = kind === undefined ? undefined : kinds[kind];
      return (term === undefined ? {} : { ...term.read(stored, rows), [name]: kind }) as Partial<Held>;
    },
    gaps: (draft) => of(draft)?.gaps(draft) ?? {},
    fieldAt: (path, draft) => (path.length === 0 ? name : (of(draft)?.fieldAt(path, draft) ?? name)),
  };
}

type Row<Held> = Held & { readonly id: string };

/** A list of objects, omitted while it is empty. Each row of the form has its own id. */
export function rowsOf<Name extends string, Held extends object, Said>(
  name: Name,
  prefix: string,
  row: Term<Held, Said>,
): Term<Field<Name, readonly Row<Held>[]>, Said[]> {
  const list = (draft: Field<Name, readonly Row<Held>[]>) => draft[name];
  const hold = (held: readonly Row<Held>[]) => ({ [name]: held }) as Field<Name, readonly Row<Held>[]>;
  return {
    empty: hold([]),
    none: [],
    further: [],
    ask: (draft) =>
      list(draft).length === 0 ? undefined : list(draft).map((each) => row.ask(each) ?? row.none),
    read: (stored, rows) =>
      hold(
        ((stored ?? []) as readonly unknown[]).map((each, at) => {
          const id = `${rows}${prefix}${at}`;
          return { ...row.empty, ...row.read(each, id), id };
        }),
      ),
    gaps: (draft) =>
      Object.fromEntries(
        list(draft).flatMap((each) =>
          Object.entries(row.gaps(each)).map(([inner, gap]) => [`${name}/${each.id}/${inner}`, gap]),
        ),
      ),
    fieldAt([index, ...rest], draft) {
      const found = list(draft)[Number(index)];
      return found === undefined ? name : `${name}/${found.id}/${row.fieldAt(rest, found)}`;
    },
  };
}
