import { type Mutant, plantedIn } from '../mutant';

/** Stores, connections and the words of violations. */
export const DB_STORES: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/record-store.ts',
    ['src/db/record-store.db.test.ts'],
    [
      [
        'the-record-store-forgets-its-organization',
        '({ ...where, organizationId: tenant.organizationId })',
        '({ ...where })',
        'Row security would be the only thing between two organizations.',
      ],
      [
        'guarded-updates-are-unguarded',
        'where: own(tenant, { ...where, id }),',
        'where: own(tenant, { id }),',
        'Two people who change one record at once would both win.',
        { tests: ['e2e/contracts/a/prospect-conversion.test.ts'] },
      ],
      [
        'dates-shift-by-the-zone',
        'value.toISOString().slice(0, 10) : value',
        'value.toString().slice(0, 10) : value',
        'Days would arrive in words, or a day early west of Greenwich.',
        {
          tests: [
            'e2e/contracts/c/transactions-create.test.ts',
            'e2e/contracts/b/documents.test.ts',
            'src/usecases/subscriptions/subscription.db.test.ts',
          ],
        },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/audit.ts',
    ['src/usecases/audit/list-changes.db.test.ts'],
    [
      [
        'audit-rows-are-stored-without-before',
        "nullif(r->'before', 'null')",
        'null::jsonb',
        'An auditor would see what a record is and not what it was.',
      ],
      [
        'audit-rows-have-no-request',
        "r->>'surface', r->>'requestId'",
        "r->>'surface', ''",
        'A change could not be traced to the request that made it.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/pool.ts',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'connections-keep-the-last-tenant',
        'return isApplied(client, scope) ? client : applyScope(client, scope);',
        'return client;',
        'A connection would serve the rows of whoever used it before.',
      ],
      [
        'a-failed-scope-is-taken-for-applied',
        'client[APPLIED] = undefined;',
        'client[APPLIED] = nameOf(scope);',
        'After a failure in between, a connection would be taken to serve a tenant it does not.',
        {
          survives:
            'A connection whose settings could not be sent is released with the error and closed by the pool; the mark is the second of two guards.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/tenancy.ts',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'deadlocks-are-not-tried-again',
        'if (tries >= 3 || !isPassing(error)) throw error;',
        'throw error;',
        'Two postings that meet on one row would fail instead of taking turns.',
      ],
      [
        'statements-run-twice-unnoticed',
        "if (asked) throw new Error('a second statement would be a second transaction');",
        '',
        'Half of a posting could be committed without the other half.',
      ],
      [
        'a-failed-transaction-is-committed',
        "await client.query('rollback').catch(",
        "await client.query('commit').catch(",
        'What a refused request had written so far would stay.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/bulk.ts',
    ['src/db/bulk.db.test.ts'],
    [
      [
        'the-word-null-becomes-nothing',
        'if (PLAIN.test(value) && !isNullWord(value)) return value;',
        'if (PLAIN.test(value)) return value;',
        'A customer called Null would have no name.',
      ],
      [
        'quotes-end-a-value',
        "value.replaceAll(/[\"\\\\]/g, '\\\\$&')",
        'value',
        'A reference with a quotation mark would break the statement.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/periods.ts',
    ['e2e/ledger/closing-races.test.ts'],
    [
      [
        'closing-takes-another-lock',
        "hashtextextended('periods:' || $1::text, 0))::text`, [\n    tenant.organizationId,",
        "hashtextextended('closing:' || $1::text, 0))::text`, [\n    tenant.organizationId,",
        'Closing and posting would not wait for each other.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/lib/outbound.ts',
    ['src/lib/outbound.test.ts'],
    [
      [
        'webhooks-reach-the-metadata-service',
        "  ['169.254.0.0', 16],\n",
        '',
        'A webhook could read the credentials of the machine it runs on.',
      ],
      [
        'webhooks-carry-passwords',
        "if (url.username !== '' || url.password !== '')",
        "if (url.username !== '' && url.password !== '')",
        'Passwords in addresses would be stored and sent in plain text.',
      ],
      [
        'one-public-address-is-enough',
        '!addresses.every(({ address }) => isPublicAddress(address))',
        '!addresses.some(({ address }) => isPublicAddress(address))',
        'A name with one public and one private address would reach the private one.',
      ],
    ],
  ),
];
