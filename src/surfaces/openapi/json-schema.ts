import { z } from 'zod';

/** A JSON Schema 2020-12, as OpenAPI 3.1 embeds it. */
export type JsonSchema = Record<string, unknown>;

const settings = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  cycles: 'ref',
  reused: 'inline',
} as const;

/** What a caller sends: transformations are described by their input. `isClosed`: no object takes further fields. */
export function inputSchema(schema: z.ZodType, isClosed = false): JsonSchema {
  return bare(
    z.toJSONSchema(schema, {
      ...settings,
      io: 'input',
      override({ zodSchema, jsonSchema }) {
        if (!isClosed || zodSchema._zod.def.type !== 'object') return;
        jsonSchema.additionalProperties ??= false;
      },
    }),
  );
}

/** The schema of what Daybook returns. What it names (`titled`) stands among the document's schemas, once. */
export function outputSchema(schema: z.ZodType): JsonSchema {
  const { $defs: _named, ...rest } = described(schema);
  return rest;
}

/** The schemas that an answer refers to by name, such as one that contains itself. */
export function namedSchemas(schema: z.ZodType): Readonly<Record<string, JsonSchema>> {
  return (described(schema).$defs ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function described(schema: z.ZodType): JsonSchema {
  const text = JSON.stringify(bare(z.toJSONSchema(schema, { ...settings, io: 'output' })));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

function bare({ $schema: _dialect, '~standard': _standard, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

interface ObjectSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/**
 * The fields of a query or path schema. All parameters arrive as text; the document describes what the text must
 * represent (an integer, a boolean), which is the schema's output where a JSON Schema can express it.
 */
export function parametersOf(schema: z.ZodType): Parameter[] {
  const sent = inputSchema(schema) as ObjectSchema;
  const meant = outputSchema(schema) as ObjectSchema;
  return Object.entries(sent.properties ?? {}).map(([name, input]) => ({
    name,
    required: sent.required?.includes(name) ?? false,
    schema: meaning(input, meant.properties?.[name]),
  }));
}

function meaning(input: JsonSchema, output: JsonSchema | undefined): JsonSchema {
  const { enum: words } = input as { enum?: readonly unknown[] };
  if (words?.length === 2 && words.includes('true') && words.includes('false')) return { type: 'boolean' };
  const says = output !== undefined && ['type', 'enum', 'anyOf', 'const'].some((key) => key in output);
  return says && output !== undefined ? output : input;
}
