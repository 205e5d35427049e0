import { parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';

/** The URL parameters of a new import: the kind of record, and the import it corrects. */
export const newImportFilters = { of: parseAsStringLiteral(IMPORT_NOUNS), corrects: parseAsString };
