import type { AccountFacts, DocumentReferences } from '@/db/stores/documents/document-references';

type One<Name extends keyof DocumentReferences> = DocumentReferences[Name] extends readonly (infer Item)[]
  ? Item
  : never;

/** The facts of documents, found by id: hundreds of documents are prepared from the same facts. */
export interface FactsById {
  readonly types: ReadonlyMap<string, One<'types'>>;
  readonly subsidiaries: ReadonlyMap<string, One<'subsidiaries'>>;
  readonly entities: ReadonlyMap<string, One<'entities'>>;
  readonly accounts: ReadonlyMap<string, AccountFacts>;
  readonly taxCodes: ReadonlyMap<string, One<'taxCodes'>>;
  readonly items: ReadonlyMap<string, One<'items'>>;
  readonly classes: ReadonlySet<string>;
  readonly departments: ReadonlySet<string>;
  readonly locations: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
  /** The fiscal year by subsidiary and date. */
  readonly years: ReadonlyMap<string, number>;
}

/** What is computed from some facts once, and kept as long as they are. */
export function oncePer<Facts extends object, Made>(make: (facts: Facts) => Made): (facts: Facts) => Made {
  const kept = new WeakMap<Facts, Made>();
  return (facts) => {
    const known = kept.get(facts);
    if (known !== undefined) return known;
    const made = make(facts);
    kept.set(facts, made);
    return made;
  };
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

export const placeOf = (subsidiaryId: string, date: string) => `${subsidiaryId} ${date}`;

/** The facts by id. */
export const factsById = oncePer(
  (facts: DocumentReferences): FactsById => ({
    types: byId(facts.types),
    subsidiaries: byId(facts.subsidiaries),
    entities: byId(facts.entities),
    accounts: byId(facts.accounts),
    taxCodes: byId(facts.taxCodes),
    items: byId(facts.items),
    classes: new Set(facts.classes),
    departments: new Set(facts.departments),
    locations: new Set(facts.locations),
    projects: new Set(facts.projects),
    years: new Map(
      facts.years.map(({ subsidiaryId, date, fiscalYear }) => [placeOf(subsidiaryId, date), fiscalYear]),
    ),
  }),
);
