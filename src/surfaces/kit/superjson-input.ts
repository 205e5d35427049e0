import superjson from 'superjson';
import { refuse } from '@/core/refusals';
import { serializeOutput } from './superjson-output';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads an input as tRPC's client sends it: plain JSON, and the places where `undefined` stands as null. superjson itself would
 * build whatever its annotations say, and so would let a caller ask for a typed array of gigabytes, a list with an item
 * at place four billion, a circular object or a Date where text is expected. No input of ours has any of those, so an annotation other than
 * `undefined` is refused; what it says of equal objects is not needed. Refuses BAD_BODY.
 */
export function readSuperjsonInput(payload: unknown): unknown {
  if (!isFields(payload)) return refuseMalformed('is not an object with json and meta');
  const { json, meta = {} } = payload;
  if (json === undefined) return undefined;
  if (!isFields(meta)) return refuseMalformed('has a meta that is not an object');
  const plain = withoutPrototypes(json);
  const { values } = meta;
  if (values === undefined) return plain;
  // The root itself is `undefined`.
  if (isUndefinedMark(values))
    return plain === null ? undefined : refuseMalformed('marks a value as undefined');
  if (!isFields(values)) return refuseMalformed('has annotations that are not an object');
  for (const [path, mark] of Object.entries(values)) unset(plain, path, mark);
  return plain;
}

/** What tRPC reads inputs with, and writes answers with. */
export const transformer = {
  input: { serialize: superjson.serialize, deserialize: readSuperjsonInput },
  output: { serialize: serializeOutput, deserialize: superjson.deserialize },
};

const isUndefinedMark = (mark: unknown) =>
  Array.isArray(mark) && mark.length === 1 && mark[0] === 'undefined';

/** Removes the null that stands for `undefined` at a path; names are separated by dots, which a backslash keeps. */
function unset(root: unknown, path: string, mark: unknown): void {
  if (!isUndefinedMark(mark)) refuseMalformed('has annotations other than undefined');
  const names = [...path.matchAll(/((?:[^.\\]|\\[\s\S])+)(?:\.|$)/g)].map(([, name = '']) =>
    name.replaceAll(/\\([\s\S])/g, '$1'),
  );
  const last = names.pop();
  let parent: unknown = root;
  for (const name of names) parent = own(parent, name);
  if (last === undefined || own(parent, last) !== null)
    refuseMalformed('marks a value as undefined that is not null');
  (parent as Fields)[last] = undefined;
}

function own(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined;
  return (parent as Fields)[name];
}

/** Drops keys that would reach an object's prototype, as every JSON body's are. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutPrototypes(inner)]));
}

function refuseMalformed(how: string): never {
  return refuse('BAD_BODY', `The input ${how}.`, { reason: 'JSON' });
}
