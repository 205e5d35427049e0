// The stairs of docs/house.md, one rule per floor: what a floor may import of ours, and which packages it may not.
// Type-only imports count as imports. Tests may also use src/testing. Circles of imports are found by oxlint (import/no-cycle), which reads every file anyway.

/** Imports that a floor's rule would refuse, each with its reason. The list should stay empty. */
const EXCEPTIONS = [];

const TEST = '[.]test[.]tsx?$';
const exceptFrom = (rule) => EXCEPTIONS.filter((entry) => entry.rule === rule).map((entry) => entry.from);

/** Everything of src except these places is out of reach for the floor. */
function floor(name, comment, allowed, { from = `^src/${name}/`, fromNot = [] } = {}) {
  return {
    name: `stairs-${name.replaceAll('/', '-')}`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: [TEST, ...fromNot, ...exceptFrom(`stairs-${name}`)] },
    to: { path: '^src/', pathNot: allowed },
  };
}

/** These packages are out of reach for the floor. */
function without(name, comment, from, packages, fromNot = []) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: [TEST, ...fromNot, ...exceptFrom(name)] },
    to: { path: packages.map((pack) => `(^|node_modules/)${pack}(/|$)`) },
  };
}

const FRAMEWORKS = ['next', 'next-auth', 'react', 'react-dom', '@trpc/[^/]+'];
const DATABASE = ['@prisma/[^/]+', 'prisma', 'pg'];

module.exports = {
  forbidden: [
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: { path: '^(src|scripts|e2e|bench|mutants|prisma)/' },
      to: { couldNotResolve: true, pathNot: ['^bun:', '[.]css$', '^@fontsource'] },
    },

    floor(
      'app',
      'Next routing only: screens come from ui, answers from surfaces, the session from auth’s next-auth handler.',
      ['^src/app/', '^src/ui/', '^src/surfaces/', '^src/auth/next-auth'],
    ),
    floor(
      'ui',
      'Screens speak tRPC and format with core’s money and dates; they know neither verbs nor tables.',
      ['^src/ui/', '^src/surfaces/trpc/', '^src/core/'],
    ),
    floor('surfaces', 'A surface translates: it may use the kit, the use-cases, auth, core and lib.', [
      '^src/surfaces/',
      '^src/usecases/',
      '^src/auth/',
      '^src/core/',
      '^src/lib/',
    ]),
    {
      name: 'surfaces-apart',
      comment:
        'A surface never imports another one; what they share is in surfaces/kit. Only the files directly in src/surfaces, where the doors are listed side by side, and openapi, which describes them all, see more than one.',
      severity: 'error',
      from: {
        path: '^src/surfaces/([^/]+)/',
        pathNot: [TEST, '^src/surfaces/openapi/', ...exceptFrom('surfaces-apart')],
      },
      to: { path: '^src/surfaces/[^/]+/', pathNot: '^src/surfaces/(kit|$1)/' },
    },
    floor(
      'jobs',
      'Background work and commands run use-cases, as the system that auth/principal mints or as the person auth/job-owner finds; accounts are auth/people’s, the secrets kept of them auth/reseal’s.',
      [
        '^src/jobs/',
        '^src/usecases/',
        '^src/auth/(principal|people|job-owner|reseal)[.]',
        '^src/core/',
        '^src/lib/',
      ],
    ),
    floor(
      'usecases',
      'A verb uses the laws, the tenant handle, stores (their common shape, violations and savepoints), reports and lib; it knows no door and no framework.',
      [
        '^src/usecases/',
        '^src/core/',
        '^src/db/(tenancy|record-store|record-row|record-stream|violations|transaction|stores|reports|revenue)([./]|$)',
        '^src/lib/',
      ],
    ),
    floor('auth', 'Who calls: identity rows, core types and lib.', [
      '^src/auth/',
      '^src/db/identity([./]|$)',
      '^src/core/',
      '^src/lib/',
    ]),
    floor('db', 'The only room that knows SQL; it serves the floors above without knowing them.', [
      '^src/db/',
      '^src/core/',
      '^src/lib/',
    ]),
    floor('core', 'The accountant’s laws import nothing but one another.', ['^src/core/']),
    floor('lib', 'Knows no word of the trade and nothing of ours.', ['^src/lib/']),
    floor(
      'server',
      'The composition root: it puts doors, jobs and the database’s health together and decides nothing.',
      ['^src/server/', '^src/surfaces/', '^src/jobs/', '^src/auth/', '^src/db/health([./]|$)', '^src/lib/'],
    ),
    {
      name: 'testing-in-tests',
      comment: 'src/testing is imported by tests only.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TEST, '^src/testing/'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'server-is-the-root',
      comment: 'Nobody imports the composition root.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/'] },
      to: { path: '^src/server/' },
    },
    {
      name: 'idempotency-once',
      comment:
        'Claiming a key, replaying and storing an answer is written once; define.ts takes the type of an answer.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [TEST, '^src/usecases/kit/(idempotency|define)[.]', '^src/db/stores/idempotency[.]'],
      },
      to: { path: '^src/db/stores/idempotency[.]' },
    },
    {
      name: 'generated-in-db',
      comment: 'Prisma’s types do not leave the database floor.',
      severity: 'error',
      from: { path: '^(src|prisma/seed)/', pathNot: ['^src/db/'] },
      to: { path: '^src/db/generated/' },
    },
    {
      name: 'seed-through-use-cases',
      comment: 'The demo company is built the way a customer builds one: through the use-cases.',
      severity: 'error',
      from: { path: '^prisma/seed/' },
      to: { path: '^src/(app|ui|surfaces|server)/' },
    },

    without(
      'database-in-db',
      'Prisma and the PostgreSQL driver are known to src/db alone.',
      '^src/',
      DATABASE,
      ['^src/db/', '^src/testing/'],
    ),
    without('usecases-no-framework', 'A verb must run in any framework.', '^src/usecases/', FRAMEWORKS),
    without(
      'lower-floors-no-framework',
      'The floors below the doors know no framework.',
      '^src/(db|core|lib|jobs)/',
      FRAMEWORKS,
    ),
    without(
      'rest-no-framework',
      'The REST core is mounted in Next and before Next; it belongs to neither.',
      '^src/surfaces/(kit|a|b|c|d)/',
      FRAMEWORKS,
    ),
    without(
      'decimal-in-money',
      'One decimal library and one currency list, used inside core/money alone.',
      '^(src|prisma/seed|e2e)/',
      ['decimal[.]js', 'currency-codes'],
      ['^src/core/money/'],
    ),
    without(
      'calendar-in-periods',
      'Days are counted by src/core/periods/calendar.ts alone; the calendar library only checks it, in its test.',
      '^src/',
      ['temporal-polyfill'],
    ),
    {
      name: 'core-pure',
      comment:
        'No I/O, no clock, no random, no library: core/periods/calendar counts the days, core/money’s decimals are the numbers.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: [TEST, ...exceptFrom('core-pure')] },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'],
        pathNot: ['node_modules/(decimal[.]js|currency-codes)/'],
      },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^src/db/generated/'] },
    exclude: { path: ['^[.]next/', '^[.]daybook/'] },
    tsPreCompilationDeps: true,
    // Dependents of a file, orphans and cycles are computed only for rules that use them, and no rule does.
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      // The longest lifetime allowed, in milliseconds: nothing changes during a run.
      cachedInputFileSystem: { cacheDuration: 1_800_000 },
    },
    moduleSystems: ['es6', 'cjs'],
  },
};
