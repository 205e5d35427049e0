/** A record of a form, of which lists and nested parts are kept as one text each. */
type Texts = Readonly<Record<string, string>>;

const PART = /^(.+) (\d+)$/;

/** The fields of a record as texts, and each element of its lists as one: `obligations 2`. */
export function textsOfRecord(record: object): Texts {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, string][] => {
      if (Array.isArray(value)) return value.map((part, at) => [`${name} ${at + 1}`, JSON.stringify(part)]);
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
    }),
  );
}

/** The record that texts say; what is not text is read as in `like`. */
export function recordOfTexts<Shape extends object>(texts: Texts, like: Shape): Shape {
  const parts = Object.entries(like).map(([name, value]) => {
    if (Array.isArray(value)) return [name, elementsOf(name, texts)];
    const text = texts[name] ?? '';
    return [name, typeof value === 'string' ? text : JSON.parse(text)];
  });
  return Object.fromEntries(parts) as Shape;
}

function elementsOf(list: string, texts: Texts): unknown[] {
  return Object.entries(texts)
    .flatMap(([name, text]) => {
      const found = PART.exec(name);
      return found?.[1] === list && text !== '' ? [{ at: Number(found[2]), text }] : [];
    })
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => JSON.parse(text) as unknown);
}

/** Whether a value from elsewhere has the shape of a form's record: the same fields, of the same types, in every element of its lists. */
export function isLike(value: unknown, like: unknown): boolean {
  if (Array.isArray(like)) {
    const [first] = like as readonly unknown[];
    return Array.isArray(value) && value.every((part) => first === undefined || isLike(part, first));
  }
  if (typeof like !== 'object' || like === null) return typeof value === typeof like;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [own, known] = [Object.entries(value), Object.entries(like)];
  const held = new Map<string, unknown>(own);
  return (
    own.length === known.length &&
    known.every(([name, part]) => held.has(name) && isLike(held.get(name), part))
  );
}
