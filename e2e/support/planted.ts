import { type IdFor, type JsonSchema, sampleOf } from './sample';

/** A field that no schema knows. */
export const PLANT = 'xyzzyUnknown';

/** A value that fits a schema except for one unknown field, and the path of that field. */
export interface Planted {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** One value for every object of a schema, at any depth and of every alternative, with an unknown field in that object. */
export function plantedIn(schema: JsonSchema, idFor: IdFor, field = ''): Planted[] {
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options !== undefined) return options.flatMap((option) => plantedIn(option, idFor, field));
  if (typeof schema.items === 'object') {
    return plantedIn(schema.items, idFor, field).map(({ value, path }) => ({
      value: [value],
      path: ['0', ...path],
    }));
  }
  if (schema.properties === undefined) return [];
  const whole = sampleOf(schema, idFor, field) as object;
  const inner = Object.entries(schema.properties).flatMap(([name, property]) =>
    plantedIn(property, idFor, name).map(({ value, path }) => ({
      value: { ...whole, [name]: value },
      path: [name, ...path],
    })),
  );
  return [{ value: { ...whole, [PLANT]: 1 }, path: [PLANT] }, ...inner];
}
