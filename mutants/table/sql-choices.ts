import { type Mutant, plantedIn } from '../mutant';

/** What fields that choose a record offer. */
export const SQL_CHOICES: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    'prisma/sql/sales/choose-records.sql',
    ['e2e/isolation/choose-records.test.ts'],
    [
      [
        'what-a-field-offers-is-of-all-organizations',
        "WHERE x.organization_id = $1 AND x.record_status = ''active''%4$s%5$s LIMIT $6",
        "WHERE $1 IS NOT NULL AND x.record_status = ''active''%4$s%5$s LIMIT $6",
        'The ids of other organizations would leave the database.',
      ],
      [
        'what-a-field-offers-is-out-of-reach',
        "THEN '' ELSE format(' AND (%s)', v_noun.o_reached) END",
        "THEN '' ELSE '' END",
        'A confined caller would be offered fewer than there are, and learn that others exist.',
      ],
      [
        'what-is-called-so-may-be-left-out',
        'x.%2$I IN ($7, upper($7)) OR x.%1$I = $7',
        'x.%2$I IN ($7, upper($7))',
        'Of many customers with a word, the one that is called just that could not be chosen.',
      ],
      [
        'a-sign-is-taken-for-the-start-of-a-word',
        "CASE WHEN w ~ '^[[:alnum:]]+$' THEN '(^|[^[:alnum:]])' || w END ORDER BY n",
        "'(^|[^[:alnum:]])' || w ORDER BY n",
        'A code would be found behind names, and text be read as a regular expression.',
      ],
      [
        'signs-of-patterns-match-anything',
        "replace(replace(replace(v_whole, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'",
        "v_whole || '%'",
        'A percent sign that was typed would match every name.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/choices/offered.ts',
    ['src/usecases/directory/search-records.db.test.ts'],
    [
      [
        'all-of-many-are-loaded',
        'rows.slice(0, noun === null ? FEW : LIKELY)',
        'rows',
        'A form would load hundreds of records although they are searched for.',
      ],
      [
        'what-was-found-is-not-known-to-be-part',
        'isPart: rows.length > LIKELY',
        'isPart: false',
        'The answer would say that nothing else matches.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/choices/document-choices.ts',
    ['src/usecases/transactions/references/document-names.db.test.ts'],
    [
      [
        'a-document-names-no-item',
        'l.location_id, l.project_id, l.item_id]) n (id)',
        'l.location_id, l.project_id]) n (id)',
        'Editing a draft would drop the items of its lines.',
      ],
    ],
  ),
];
