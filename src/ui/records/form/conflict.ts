/** Whose version of a field is kept. */
export type Whose = 'mine' | 'theirs';

/** A field to which two people gave different values. */
export type Conflict = {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
  /** The proposed choice: the other person's value where this person did not change the field. */
  readonly proposed: Whose;
};

type Texts = Readonly<Record<string, string>>;

/** The fields in which two versions of a record differ, by the version both began with. */
export function conflictsOf(base: Texts, mine: Texts, theirs: Texts): Conflict[] {
  const fields = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return fields.flatMap((field) => {
    const [one, other] = [mine[field] ?? '', theirs[field] ?? ''];
    if (one === other) return [];
    const isUntouched = one === (base[field] ?? '');
    return [{ field, mine: one, theirs: other, proposed: isUntouched ? 'theirs' : 'mine' }];
  });
}

/** One record out of both, as chosen field by field; a field without a choice as proposed. */
export function chosenOf(
  mine: Texts,
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, Whose>>,
): Record<string, string> {
  const taken = conflicts
    .filter(({ field, proposed }) => (choices[field] ?? proposed) === 'theirs')
    .map(({ field, theirs }) => [field, theirs]);
  return { ...mine, ...Object.fromEntries(taken) };
}
