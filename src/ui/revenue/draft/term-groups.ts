import type { Cards, Field, Gaps, Term } from './terms';

/** How terms are put together: the terms of one object, one of several cases, a part of the form, a list. */

type Stored = Readonly<Record<string, unknown>>;
type Group = Readonly<Record<string, Term>>;
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? { [Name in keyof All]: All[Name] }
  : never;
type HeldBy<Each> = Each extends Term<infer Held, unknown> ? Held : never;
type HeldIn<Terms extends Group> = Together<HeldBy<Terms[keyof Terms]>>;
type SaidBy<Each> = Each extends { readonly none: infer Said } ? Said : never;

/** The terms of one object of the verb's input. A field of the input without a term does not compile. */
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
      further: [...new Set(all.flatMap(([, term]) => term.further))],
      ask: (draft, cards) =>
        Object.fromEntries(
          all
            .map(([name, term]) => [name, term.ask(draft, cards)] as const)
            .filter(([, said]) => said !== undefined),
        ) as Said,
      read: (stored, rows, cards) =>
        Object.assign({}, ...all.map(([name, term]) => term.read((stored as Stored)[name], rows, cards))),
      gaps: (draft, cards) => Object.assign({}, ...all.map(([, term]) => term.gaps(draft, cards))),
      fieldAt: ([first, ...rest], draft) => {
        const [name, term] = all.find(([known]) => known === first) ?? all[0] ?? [];
        if (term === undefined || (first !== undefined && name !== first)) return first ?? '';
        return term.fieldAt(rest, draft);
      },
    };
  };

/** Whether any of the terms that a form shows only on demand is filled in. */
export function saysFurther(terms: Group, draft: object, cards: Cards): boolean {
  return Object.values(terms).some((term) => {
    const said = term.further.length === 0 ? undefined : term.ask(draft, cards);
    return Array.isArray(said) ? said.length > 0 : said !== undefined;
  });
}

/**
 * A term in cases, of which a field of the form holds one. In a case that is not among `kinds` nothing is said: then the
 * field stands for another term of the same object, or for none. `caseOf`: the case of what was stored.
 */
export function cases<
  Name extends string,
  const Words extends readonly [string, ...string[]],
  const Kinds extends { readonly [Word in Words[number]]?: Term },
>(
  name: Name,
  words: Words,
  kinds: Kinds,
  caseOf: (stored: unknown) => string | undefined,
): Term<Together<HeldBy<Kinds[keyof Kinds]>> & Field<Name, Words[number]>, SaidBy<Kinds[keyof Kinds]>> {
  type Held = Together<HeldBy<Kinds[keyof Kinds]>> & Field<Name, Words[number]>;
  type Said = SaidBy<Kinds[keyof Kinds]>;
  const known = kinds as unknown as Group;
  const all = Object.values(known);
  const of = (draft: object): Term | undefined => known[(draft as Stored)[name] as string];
  return {
    empty: Object.assign({}, ...all.map(({ empty }) => empty), { [name]: words[0] }) as Held,
    none: all[0]?.none as Said,
    further: all.flatMap((term) => term.further),
    ask: (draft, cards) => of(draft)?.ask(draft, cards) as Said | undefined,
    read(stored, rows, cards) {
      const kind = stored === undefined || stored === null ? undefined : caseOf(stored);
      const term = kind === undefined ? undefined : known[kind];
      return (term === undefined ? {} : { ...term.read(stored, rows, cards), [name]: kind }) as Partial<Held>;
    },
    gaps: (draft, cards) => of(draft)?.gaps(draft, cards) ?? {},
    fieldAt: (path, draft) => of(draft)?.fieldAt(path, draft) ?? name,
  };
}

/** One of several objects, told apart by their `kind`, which the form holds in a field of its own. */
export function variants<Name extends string, const Kinds extends Group, First extends string, Said>(
  name: Name,
  first: First,
  kinds: Kinds,
): Term<Together<HeldBy<Kinds[keyof Kinds]>> & Field<Name, First | (keyof Kinds & string)>, Said> {
  type Held = Together<HeldBy<Kinds[keyof Kinds]>> & Field<Name, First | (keyof Kinds & string)>;
  const kindOf = (stored: unknown) => (stored as { readonly kind?: string }).kind;
  const all = Object.entries(kinds).map(([kind, term]) => [kind, ofKind(name, kind, term)]);
  return cases(
    name,
    [first as string, ...Object.keys(kinds)],
    Object.fromEntries(all) as Group,
    kindOf,
  ) as unknown as Term<Held, Said>;
}

/** An object that says its `kind`, which the field `name` holds. */
export function ofKind<const Kind extends string, Held extends object, Said>(
  name: string,
  kind: Kind,
  term: Term<Held, Said>,
): Term<Held, Said & { readonly kind: Kind }> {
  return {
    ...term,
    none: { kind, ...term.none },
    ask(draft, cards) {
      const said = term.ask(draft, cards);
      return said === undefined ? undefined : { kind, ...said };
    },
    fieldAt: (path, draft) => (path.length === 0 || path[0] === 'kind' ? name : term.fieldAt(path, draft)),
  };
}

/** Terms whose fields are a separate part of the form: the path of each of them begins with the name of the part. */
export function within<Name extends string, const Terms extends Group>(
  name: Name,
  terms: Terms,
): { readonly [Key in keyof Terms]: Term<Field<Name, HeldIn<Terms>>, SaidBy<Terms[Key]>> } {
  const empty: object = Object.assign({}, ...Object.values<Term>(terms).map((term) => term.empty));
  const hold = (held: object) => ({ [name]: held });
  const part = (draft: object) => (draft as Readonly<Record<string, object>>)[name] ?? empty;
  const held = ({ none, further, ask, read, gaps, fieldAt }: Term): Term => ({
    empty: hold(empty),
    none,
    further: further.length === 0 ? [] : [name],
    ask: (draft, cards) => ask(part(draft), cards),
    read: (stored, rows, cards) =>
      stored === undefined || stored === null ? {} : hold({ ...empty, ...read(stored, rows, cards) }),
    gaps: (draft, cards) => under(name, gaps(part(draft), cards)),
    fieldAt: (path, draft) => `${name}/${fieldAt(path, part(draft))}`,
  });
  return Object.fromEntries(Object.entries<Term>(terms).map(([key, term]) => [key, held(term)])) as never;
}

const under = (place: string, gaps: Gaps): Gaps =>
  Object.fromEntries(Object.entries(gaps).map(([field, gap]) => [`${place}/${field}`, gap]));

type Row<Held> = Held & { readonly id: string };

/** A list of objects, left out while it is empty. Each row of the form has an id of its own. */
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
    ask: (draft, cards) =>
      list(draft).length === 0 ? undefined : list(draft).map((each) => row.ask(each, cards) ?? row.none),
    read: (stored, rows, cards) =>
      hold(
        ((stored ?? []) as readonly unknown[]).map((each, at) => {
          const id = `${rows}${prefix}${at}`;
          return { ...row.empty, ...row.read(each, id, cards), id };
        }),
      ),
    gaps: (draft, cards) =>
      Object.assign({}, ...list(draft).map((each) => under(`${name}/${each.id}`, row.gaps(each, cards)))),
    fieldAt([index, ...rest], draft) {
      const found = list(draft)[Number(index)];
      return found === undefined ? name : `${name}/${found.id}/${row.fieldAt(rest, found)}`;
    },
  };
}
