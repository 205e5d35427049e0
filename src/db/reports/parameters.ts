/** Collects the values of a statement; `add` answers the placeholder that stands for the value. */
export interface Parameters {
  readonly values: readonly unknown[];
  add(value: unknown): string;
}

/** A fresh collector. */
export function parameters(): Parameters {
  const values: unknown[] = [];
  return {
    values,
    add(value) {
      values.push(value);
      return `$${values.length}`;
    },
  };
}
