import { type Mutant, plantedIn } from '../mutant';

/** For whom events are stored, and documents that are read as JSON. */
export const DB_EVENTS: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/stores/evidence/audit.ts',
    ['src/usecases/webhooks/events-for-subscribers.db.test.ts'],
    [
      [
        'paused-endpoints-keep-events',
        "and w.record_status = 'active')",
        ')',
        'Every change would store an event that no one reads.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/webhooks.ts',
    ['src/usecases/webhooks/events-for-subscribers.db.test.ts'],
    [
      [
        'a-new-endpoint-is-answered-at-once',
        'if (found.rows[0]?.done === true) return;',
        'return;',
        'A change that ends after the answer could have begun before the endpoint, and would not be reported.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/documents/document-json.ts',
    ['src/usecases/transactions/posting/approve-documents.db.test.ts'],
    [
      [
        'amounts-of-documents-are-read-as-numbers',
        "field in DECIMALS ? '::text' : ''",
        "field in DECIMALS ? '' : ''",
        'An amount of money would be a JavaScript number, and lose cents when it is large.',
      ],
    ],
  ),
];
