import { type Mutant, plantedIn } from '../mutant';

/** Stores, connections and constraint violations. */
export const DB_STORES: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/stores/structure/intercompany.ts',
    ['e2e/ledger/groups/missing-mirrors.test.ts'],
    [
      [
        'the-oldest-pairs-are-tried-first',
        'order by p.tried_at nulls first, p.id limit $4',
        'order by p.id limit $4',
        'Two hundred documents whose mirrors cannot be made would keep all others waiting for ever.',
        { title: 'without a cursor' },
      ],
      [
        'a-cursor-goes-on-nowhere',
        'p.tried_at < $2::timestamptz)',
        'true)',
        'Whoever goes on until there is no more would never come to an end.',
        { title: 'more than one call' },
      ],
      [
        'pairs-of-others-are-in-the-way',
        'p.subsidiary_id = any ($3::uuid[]) and p.sister_id = any ($3::uuid[])',
        'true',
        'A caller confined to some companies would make no mirror while those of others wait.',
        { title: 'outside the caller' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/sales/order-rows.ts',
    ['src/usecases/orders/waiting-orders.db.test.ts'],
    [
      [
        'a-row-that-waits-is-imported',
        "case when o.order_state = 'WAITING' or r.row_state",
        'case when r.row_state',
        'The row of an order that waits for a person would say that it is in the books.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/consolidation.ts',
    ['src/usecases/reports/show-consolidation.db.test.ts'],
    [
      [
        'equity-in-the-currency-of-the-group-is-missing',
        'and m.subsidiary_id <> all ($5::uuid[])',
        'and false',
        'The capital of the parent would not be in the consolidated balance sheet.',
      ],
      [
        'equity-of-a-translated-company-counts-twice',
        "where a.account_type = 'EQUITY' and m.subsidiary_id <> all",
        "where a.account_type = 'EQUITY' or m.subsidiary_id <> all",
        'Its capital would be stated at the closing rate and at the rate of its day.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/record-store.ts',
    ['src/db/record-store.db.test.ts'],
    [
      [
        'the-record-store-forgets-its-organization',
        '    organizationId: tenant.organizationId,\n  });\n\n  const changeOne',
        '  });\n\n  const changeOne',
        'Only row security would separate two organizations.',
      ],
      [
        'guarded-updates-are-unguarded',
        'changeOne(tenant, { ...where, ...byId(id) }, data)',
        'changeOne(tenant, byId(id), data)',
        'Of two people who change one record at once, both would succeed.',
        { tests: ['e2e/contracts/a/prospect-conversion.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/record-row.ts',
    ['src/usecases/subscriptions/subscription.db.test.ts'],
    [
      [
        'dates-shift-by-the-zone',
        'value.toISOString().slice(0, 10) : value',
        'value.toString().slice(0, 10) : value',
        'Dates would be returned as text, or a day early west of Greenwich.',
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
    'src/db/stores/evidence/audit.ts',
    ['src/usecases/audit/list-changes.db.test.ts'],
    [
      [
        'audit-rows-are-stored-without-before',
        "nullif(r->'before', 'null')",
        'null::jsonb',
        'An auditor would see the new state of a record but not the old one.',
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
        'A connection would serve the rows of its previous user.',
      ],
      [
        'a-failed-scope-is-taken-for-applied',
        'client[APPLIED] = undefined;',
        'client[APPLIED] = nameOf(scope);',
        'After a failure in between, a connection would be assumed to serve a tenant it does not serve.',
        {
          survives:
            'A connection whose settings could not be sent is released with the error and closed by the pool; the mark is the second of two guards.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/retry.ts',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'deadlocks-are-not-tried-again',
        '} else if (tries < ATTEMPTS && isPassing(state)) {',
        '} else if (tries > ATTEMPTS) {',
        'Two postings that deadlock on a row would fail instead of being retried.',
      ],
      [
        'writes-do-not-wait-for-an-upgrade',
        "} else if (state === 'DB002' && performance.now() < begun + PATIENCE_MS) {",
        "} else if (state === 'DB003') {",
        'Anyone who writes while the database is upgraded would get an error.',
        { tests: ['scripts/lib/laws/upgrade.db.test.ts'] },
      ],
      [
        'writes-do-not-wait-for-a-move',
        "if (state === 'DB001') {",
        "if (state === 'DB003') {",
        'Anyone who writes while books are being moved would get an error.',
        { tests: ['src/db/servers.db.test.ts', 'src/db/laws/gate.db.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/identity/standing.ts',
    ['src/db/servers.db.test.ts'],
    [
      [
        'provider-sessions-open-books-elsewhere',
        'const found = (confinedTo ?? organizationId) === organizationId ? rights : null;',
        'const found = rights;',
        'The provider of one organization could open books on another server that its people belong to.',
      ],
      [
        'second-factors-do-not-count-elsewhere',
        'lacksSecondFactor: found === null ? null : found.requiresSecondFactor && !hasSecondFactor,',
        'lacksSecondFactor: found === null ? null : false,',
        'An organization on another server could not require a second factor.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/identity/people-elsewhere.ts',
    ['src/db/servers.db.test.ts'],
    [
      [
        'accounts-are-made-for-refused-calls',
        'doBeforeCommit(tenant, async () => {',
        'await (async (_: unknown, work: () => Promise<void>) => work())(tenant, async () => {',
        'A call that was refused would leave an account behind.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/replica.ts',
    ['e2e/ledger/replica.test.ts'],
    [
      [
        'replicas-are-read-while-they-are-behind',
        'if (behind <= 0) return true;',
        'return true;',
        'A report would lack what its reader has just posted.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/pool.ts',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'statements-run-twice-unnoticed',
        "if (asked) throw new Error('a second statement would be a second transaction');",
        '',
        'Half of a posting could be committed without the other half.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/tenancy.ts',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'a-failed-transaction-is-committed',
        "} catch (error) {\n    await client.query('rollback').catch(",
        "} catch (error) {\n    await client.query('commit').catch(",
        'Whatever a refused request had written so far would be kept.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/tenancy.ts',
    ['src/db/record-stream.db.test.ts'],
    [
      [
        'the-statement-of-a-reader-who-left-goes-on',
        'await cancelStatement(client);',
        '',
        'A download that no one waits for would continue to read.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/transaction.ts',
    ['src/db/statement-limits.db.test.ts'],
    [
      [
        'an-undone-part-keeps-its-time-limit',
        '    forgetTimeLimit(tenant);\n',
        '',
        'A verification after a part of its transaction was undone would have half a minute for a statement.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/record-stream.ts',
    ['src/db/record-stream.db.test.ts'],
    [
      [
        'the-last-rows-keep-their-connection',
        'if (this.#isEnded) await this.#snapshot?.close();',
        '',
        'Every export would keep a connection forever.',
      ],
      [
        'a-full-fetch-counts-as-the-last',
        'const isLast = rows.length < atOnce;',
        'const isLast = rows.length <= atOnce;',
        'A file would end after its first fetch.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/verification/verify-since.ts',
    ['e2e/ledger/evidence/verify-since.test.ts'],
    [
      [
        'balances-that-moved-are-not-compared',
        "BALANCES: { text: BALANCES, cut: ['ledger_lines'] },",
        '',
        'A balance changed behind the ledger would wait a week to be found.',
      ],
      [
        'what-was-sealed-since-is-not-looked-at',
        's.sequence > $3::bigint',
        's.sequence < 0',
        'A draft that was changed since the point would wait a week to be verified.',
      ],
      [
        'what-has-no-seal-yet-is-not-looked-at',
        'a.record_id is not null and (select s.audit_id',
        'false and (select s.audit_id',
        'What was written in the last seconds would not be verified although it is counted as new.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/evidence/verified-points.ts',
    ['e2e/ledger/evidence/verify-since.test.ts'],
    [
      [
        'the-verified-point-goes-back',
        "'p.audit_sequence <= $2::bigint and p.ledger_sequence <= $4::bigint and p.checked_at <= $8::timestamptz'",
        "'true'",
        'A slower verification would move the point of a later one back.',
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
    'src/db/stores/structure/periods.ts',
    ['e2e/ledger/closing/closing-races.test.ts'],
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
        'Passwords in URLs would be stored and sent in plain text.',
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
