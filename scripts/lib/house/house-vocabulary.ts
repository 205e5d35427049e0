/**
 * The closed vocabulary of file names, floor by floor; the first floor whose folder matches applies. A new kind of file is added here
 * together with a line in docs/house.md; otherwise it gets one of the existing names.
 */
export type Floor = { in: string; names: RegExp[]; why: string };

const NOUN = '[a-z0-9]+(?:-[a-z0-9]+)*';
const test = (suffix = '(?:db\\.|laws\\.)?') => new RegExp(`^(?:${NOUN}/)*${NOUN}\\.${suffix}test\\.tsx?$`);
const TEST = test();

/** The verbs a use-case may be named after. A verb of the trade that is missing is added here. */
const VERBS = `
  accept activate add adjust allocate amend answer append apply approve archive assign attach authorize batch
  bill book build calculate cancel change check claim close collect combine compare complete compute confirm connect
  consolidate convert copy correct count create deactivate decide delete deliver describe detach discard dispatch download
  draft duplicate edit eliminate end ensure explain export find forecast found generate get grant import invite invoice
  issue list load lock mark match measure mend merge mirror modify move note open order pair pause pay perform place plan post
  preview price propose prove publish purge read rebuild receive reclassify recognize reconcile record refresh refund register reject
  release remeasure remove rename renew reopen replace report request resend resolve restore resume retry
  return revalue reverse review revoke roll rotate run save schedule seal search send set settle show split start
  stop stream store submit summarize suspend switch take terminate test tie transfer translate unapply undo unlock unmark update
  upload verify view void write
`
  .trim()
  .split(/\s+/)
  .join('|');

const surface = (letter: string): Floor => ({
  in: `src/surfaces/${letter}/`,
  names: [
    /^(?:door|errors|routes|surface|limits|openapi|paging|envelope|examples)\.ts$/,
    new RegExp(`^(?:(?:fields|routes|examples|resources)/(?:${NOUN}/)?|routes-)${NOUN}\\.ts$`),
    new RegExp(`^(?:registry|resource|${NOUN}-routes)\\.ts$`),
    TEST,
  ],
  why: 'A surface has a door, errors, routes, a surface file, and fields/<noun> (or fields/<noun>/<part>), routes-<noun>, resources/<noun>, examples/<noun>.',
});

export const VOCABULARY: Floor[] = [
  {
    in: 'src/app/',
    names: [
      /^(?:[^/]+\/)*(?:page|layout|route|loading|error|global-error|not-found|template|default)\.tsx?$/,
      /^(?:icon|apple-icon|opengraph-image|manifest|robots|sitemap|globals)\.(?:tsx?|css|svg|png|ico)$/,
    ],
    why: 'src/app holds what Next routes by: page, layout, route, loading, error, not-found. Screens are in src/ui.',
  },
  {
    in: 'src/ui/',
    names: [new RegExp(`^(?:${NOUN}/)+${NOUN}(?:\\.d)?\\.(?:tsx?|css)$`), TEST],
    why: 'src/ui has kit/, theme/ and one folder per noun; nothing lies beside them.',
  },
  surface('a'),
  surface('b'),
  surface('c'),
  surface('d'),
  surface('scim'),
  {
    in: 'src/surfaces/trpc/',
    names: [
      /^(?:root|trpc|procedure-for|context|react|server|errors|client|query-client|handler|surface|door|upload|upload-path|download|download-path|web-transport)\.tsx?$/,
      new RegExp(`^(?:routers|sheets)/${NOUN}\\.ts$`),
      TEST,
    ],
    why: 'tRPC has root, trpc, procedure-for, context, react, server, client, errors, handler, upload, download, routers/<noun> and sheets/<noun>.',
  },
  {
    in: 'src/usecases/',
    names: [
      new RegExp(`^kit/${NOUN}\\.ts$`),
      new RegExp(`^(?:${NOUN}/)+(?:${VERBS})(?:-${NOUN})?\\.ts$`),
      // Files shared by the verbs of one noun: its permissions and shapes, its record description, its rules.
      new RegExp(
        `^(?:${NOUN}/)+(?:${NOUN}-)?(?:record|records|fields|input|inputs|shape|verbs|draft|document|impact|view|rules|refusals|facts|code|crud|snapshot|tree|page|warehouses|permissions|amount|prices|headers|parent|verdict|blockers|difference|sides)\\.ts$`,
      ),
      // A report is named after what it shows, a noun's own shape after the noun, small ordinary records after their plural.
      new RegExp(`^(?:reports|setup|fx)/${NOUN}\\.ts$`),
      /^([a-z-]+?)(?:es|s)\/\1\.ts$/,
      TEST,
    ],
    why: 'A use-case is <noun>/<verb>-<what>.ts, with a verb of scripts/lib/house/house-vocabulary.ts; verbs of one noun share <what>-record, -fields, -input, -document, -refusals, -facts … files.',
  },
  {
    in: 'src/core/',
    names: [
      new RegExp(`^(?:${NOUN}/)+${NOUN}\\.ts$`),
      /^(?:refusals|permissions|nouns|principal|outcome|roles|organization-id)\.ts$/,
      TEST,
    ],
    why: 'src/core has one folder per part of the law; beside them lie only refusals, permissions, nouns, principal, outcome, roles, organization-id.',
  },
  {
    in: 'src/db/',
    names: [
      /^(?:client|pool|bulk|tenancy|identity|health|record-(?:store|row|stream)|row-from-sql|violations|readiness|metrics|listen|retry|owner|transaction|watch|trace-queries|servers|placement|replica|kept-plans)\.ts$/,
      new RegExp(`^(?:stores|reports|revenue|identity|sql)/(?:${NOUN}/)*${NOUN}\\.ts$`),
      TEST,
    ],
    why: 'src/db has client, pool, servers, placement, replica, retry, bulk, tenancy, identity, health, record-store, record-row, record-stream, violations, and stores/<noun>, reports/<name>, revenue/<name>, identity/<noun>.',
  },
  {
    in: 'src/auth/',
    names: [new RegExp(`^(?:${NOUN}/)?${NOUN}\\.ts$`), TEST],
    why: 'src/auth has the principal, sessions and people, and the rooms sign-in/, providers/ and credentials/.',
  },
  {
    in: 'src/jobs/',
    names: [new RegExp(`^(?:${NOUN}/)?${NOUN}\\.ts$`), TEST],
    why: 'src/jobs is one file per job, or a folder of them per noun.',
  },
  {
    in: 'src/lib/',
    names: [new RegExp(`^(?:telemetry/)?${NOUN}\\.ts$`), TEST],
    why: 'src/lib is flat but for telemetry/ and knows no word of the trade.',
  },
  {
    in: 'src/server/',
    names: [new RegExp(`^${NOUN}\\.ts$`), TEST],
    why: 'src/server is flat: the composition root.',
  },
  {
    in: 'src/testing/',
    names: [new RegExp(`^(?:${NOUN}/)?${NOUN}\\.tsx?$`), TEST],
    why: 'src/testing holds builders and test databases.',
  },
  {
    in: 'src/surfaces/',
    names: [
      new RegExp(`^(?:kit|openapi|auth|ops|mcp|docs)/${NOUN}\\.ts$`),
      new RegExp(`^${NOUN}\\.ts$`),
      TEST,
    ],
    why: 'src/surfaces has kit, a, b, c, d, scim, trpc, openapi, auth (token issuance), ops (health, metrics), docs and mcp.',
  },
  {
    in: 'src/',
    names: [/^(?:instrumentation|instrumentation-client|globals\.d)\.ts$/],
    why: 'Nothing lies in src itself; every file has a floor.',
  },
  {
    in: 'e2e/',
    names: [
      new RegExp(
        `^(?:contracts/[a-d]|contracts/auth|contracts/scim|contracts|isolation|hostile|ledger|revenue|adoption)/(?:${NOUN}/)*${NOUN}\\.test\\.ts$`,
      ),
      new RegExp(`^(?:screens|adoption)/(?:${NOUN}/)*${NOUN}(?:\\.spec)?\\.ts$`),
      new RegExp(
        `^(?:support|contracts|isolation|hostile|ledger|revenue|adoption|performance)/(?:${NOUN}/)*${NOUN}\\.ts$`,
      ),
      /^playwright\.config\.ts$/,
    ],
    why: 'e2e has contracts/{a,b,c,d}/*.test.ts, isolation, hostile, ledger, revenue, adoption, screens and adoption/*.spec.ts, and support.',
  },
  {
    in: 'mutants/',
    names: [
      /^(?:main|mutant|table|copy|databases|trial|results|asker)\.ts$/,
      /^kept-vitest\.mjs$/,
      /^table\/(?:core|usecases|sql|policies|doors|auth|db)(?:-[a-z-]+)?\.ts$/,
      TEST,
    ],
    why: 'mutants has table/<floor>-<room>.ts with the planted bugs, and what plants them and asks the tests.',
  },
  {
    in: 'prisma/',
    names: [
      new RegExp(`^schema/${NOUN}\\.prisma$`),
      /^migrations\/\d{14}_[a-z0-9_]+\/migration\.sql$/,
      /^migrations\/migration_lock\.toml$/,
      new RegExp(
        `^sql/(?:identity|servers|structure|catalogue|sales|documents|ledger|revenue|projects|platform)/${NOUN}\\.sql$`,
      ),
      /^schema\.sql$/,
      new RegExp(`^seed/(?:${NOUN}/)*${NOUN}(?:\\.db)?(?:\\.test)?\\.ts$`),
    ],
    why: 'prisma has schema/<family>.prisma, migrations/<time>_<name>/migration.sql, sql/<noun>/<law>.sql, schema.sql and seed/.',
  },
];
