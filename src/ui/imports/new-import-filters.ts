import { parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';

/** What the address of a new import says: what is brought, and which import it corrects. */
export const newImportFilters = { of: parseAsStringLiteral(IMPORT_NOUNS), corrects: parseAsString };
