import { z } from 'zod';

/** A small seeded generator (mulberry32): the same seed gives the same requests on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Tests ask for the same schema once per request; writing it costs more than the request's own work. */
const written = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of a zod schema's input. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const known = written.get(schema);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  written.set(schema, made);
  return made;
}

/** Whether a schema (or one of its alternatives) is an id. */
export function isIdSchema(schema: JsonSchema): boolean {
  if (schema.format === 'guid' || schema.format === 'uuid') return true;
  if (schema.pattern?.includes('{8}') && schema.pattern.includes('{12}')) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].some(isIdSchema);
}

/** The id to write into a body, by the field's name and position, e.g. `subsidiaryId`. */
export type IdFor = (field: string) => string;

/** A value that matches the schema: required and optional properties, ids by `idFor`. */
export function sampleOf(schema: JsonSchema, idFor: IdFor, field = ''): unknown {
  if (isIdSchema(schema)) return idFor(field);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    return sampleOf(options.find((option) => option.type !== 'null') ?? options[0] ?? {}, idFor, field);
  }
  if (schema.allOf !== undefined && schema.properties === undefined)
    return sampleOf(Object.assign({}, ...schema.allOf), idFor, field);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner, idFor, name)]),
      );
    case 'array':
      return typeof schema.items === 'object' ? [sampleOf(schema.items, idFor, field)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return sampleText(schema, field);
  }
}

function sampleText(schema: JsonSchema, field: string): string {
  if (schema.format === 'email' || /email/i.test(field)) return 'someone@example.com';
  if (schema.format === 'date' || /(date|From|To|On)$/.test(field)) return '2026-11-05';
  if (schema.format === 'date-time' || /At$/.test(field)) return '2026-11-05T10:00:00.000Z';
  if (/currency/i.test(field)) return 'USD';
  if (/country/i.test(field)) return 'US';
  if (/(amount|price|quantity|rate|limit|percent)/i.test(field)) return '1.00';
  return `sample ${field}`.padEnd(schema.minLength ?? 0, 'x');
}
