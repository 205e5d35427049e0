import { z } from 'zod';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';
import { LARGEST_TABLE, LONGEST_CELL, MOST_COLUMNS, MOST_ROWS } from '@/core/imports/importable';
import { lineText } from '../kit/fields';

export const cell = z
  .string()
  .max(LONGEST_CELL, `has more than ${LONGEST_CELL} characters`)
  .refine((text) => !/\p{Surrogate}/u.test(text), 'must be well-formed Unicode text')
  .transform((text) => text.replaceAll('\u0000', ''));

/** A lone surrogate has no UTF-8 encoding. Most texts have no surrogate at all, which the first expression finds faster. */
const ANY = /[\ud800-\udfff]/;
const LONE = /\p{Surrogate}/u;

/**
 * Rows of cells as `cell` takes them, looked at in one pass: a schema for each of the hundreds of thousands of cells of a part would cost
 * more than reading the file.
 */
export const cellRows = (limits: { readonly message?: string } = {}) =>
  z
    .array(z.array(z.string()).max(MOST_COLUMNS))
    .min(1, 'must have at least one row')
    .max(MOST_ROWS, limits.message)
    .superRefine((rows, context) => {
      rows.forEach((cells, at) => {
        cells.forEach((text, column) => {
          const message =
            text.length > LONGEST_CELL
              ? `has more than ${LONGEST_CELL} characters`
              : ANY.test(text) && LONE.test(text)
                ? 'must be well-formed Unicode text'
                : null;
          if (message !== null) context.addIssue({ code: 'custom', path: [at, column], message });
        });
      });
    })
    .transform((rows) =>
      rows.map((cells) =>
        cells.some((text) => text.includes('\u0000'))
          ? cells.map((text) => text.replaceAll('\u0000', ''))
          : cells,
      ),
    );

/** The field each column holds, or null to leave the column out. */
export const mappingInput = z.array(z.string().max(60).nullable()).max(MOST_COLUMNS);

/** What is wrong with a table as a whole: a mapping of another width, a row that is too wide, too many characters. */
export function tableProblems(
  {
    columns,
    rows,
    mapping,
  }: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly mapping?: readonly (string | null)[] | undefined;
  },
  context: z.RefinementCtx,
): void {
  if (mapping !== undefined && mapping.length !== columns.length) {
    context.addIssue({ code: 'custom', path: ['mapping'], message: 'must have an entry for every column' });
  }
  const wide = rows.findIndex((row) => row.length > columns.length);
  if (wide >= 0) {
    context.addIssue({
      code: 'custom',
      path: ['rows', wide],
      message: `row ${wide + 1} has more cells than there are columns`,
    });
  }
  const size = rows.reduce((sum, row) => row.reduce((inner, text) => inner + text.length, sum), 0);
  if (size > LARGEST_TABLE) {
    context.addIssue({
      code: 'custom',
      path: ['rows'],
      message: `must have at most ${LARGEST_TABLE} characters; split the file`,
    });
  }
}

/** An uploaded table: its headers and its rows, every cell as text. */
export const tableInput = z
  .object({
    noun: z.enum(IMPORT_NOUNS),
    fileName: lineText.max(200).default(''),
    columns: z.array(cell).min(1, 'must have at least one column').max(MOST_COLUMNS),
    rows: cellRows({ message: `must have at most ${MOST_ROWS} rows; split the file` }),
    /** Omitted: guessed from the headers. */
    mapping: mappingInput.optional(),
    /** The import whose failed rows this table corrects. */
    correctsImportId: z.guid().optional(),
    /** The cut-over it is part of: required for opening figures. */
    cutOverId: z.guid().optional(),
    /** Whether documents are posted as well: journal entries only. */
    posts: z.boolean().default(false),
    /** More rows follow (imports.append); until the last of them has arrived nothing can be checked. */
    more: z.boolean().default(false),
  })
  .superRefine((table, context) => {
    if (table.posts && table.noun !== 'journals') {
      context.addIssue({ code: 'custom', path: ['posts'], message: 'only journal entries are posted' });
    }
    tableProblems(table, context);
  });
