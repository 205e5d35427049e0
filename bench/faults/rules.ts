/** A rule of docs/measurements.md, and what proves it in every run of the tests, in addition to the full volume of `npm run faults`. */
export interface FaultRule {
  /** Its name in the table of /docs/measurements.md. */
  readonly rule: string;
  /** Tests of the ordinary run, or `reduced`: this program at a small volume, as the step `faults` of `npm test`. */
  readonly ordinarily: 'reduced' | readonly string[];
}

/** Every fault by its name on the command line: `npm run faults -- database`. */
export const RULES = {
  database: { rule: 'R1', ordinarily: 'reduced' },
  server: { rule: 'R2', ordinarily: 'reduced' },
  duplicates: { rule: 'R3', ordinarily: ['e2e/contracts/duplicates.test.ts'] },
  races: { rule: 'R4', ordinarily: ['e2e/ledger/races.test.ts'] },
  model: { rule: 'R5', ordinarily: ['e2e/ledger/histories.test.ts'] },
  input: {
    rule: 'R6',
    ordinarily: [
      'e2e/hostile/bad-input.test.ts',
      'e2e/hostile/trpc.test.ts',
      'e2e/hostile/browser-sign-in.test.ts',
    ],
  },
  tenants: { rule: 'R7', ordinarily: ['e2e/isolation'] },
  floor: {
    rule: 'R8',
    ordinarily: ['src/db/catalogue.db.test.ts', 'src/db/tenancy.db.test.ts', 'src/db/laws'],
  },
  credentials: {
    rule: 'R9',
    ordinarily: [
      'e2e/contracts/auth/forgeries.test.ts',
      'e2e/contracts/auth/forged-tokens.test.ts',
      'e2e/contracts/d/keys-and-limits.test.ts',
    ],
  },
  limit: { rule: 'R10', ordinarily: ['e2e/contracts/d/keys-and-limits.test.ts'] },
  chains: { rule: 'R11', ordinarily: ['e2e/hostile/evidence.test.ts', 'e2e/hostile/security-chain.test.ts'] },
  soak: { rule: 'R12', ordinarily: 'reduced' },
  overload: { rule: 'R13', ordinarily: ['src/server/server.db.test.ts'] },
  surroundings: { rule: 'R14', ordinarily: ['src/server/database-away.db.test.ts'] },
  disk: { rule: 'R14', ordinarily: ['src/server/database-full.db.test.ts'] },
  'slow-disk': { rule: 'R14', ordinarily: ['src/db/statement-limits.db.test.ts'] },
  clock: { rule: 'R14', ordinarily: ['src/auth/sign-in/sign-in.db.test.ts'] },
  failover: { rule: 'R14', ordinarily: ['src/server/database-away.db.test.ts'] },
  jobs: { rule: 'R14', ordinarily: ['src/jobs/house-jobs.db.test.ts'] },
  pool: {
    rule: 'R14',
    ordinarily: ['src/server/database-full.db.test.ts', 'e2e/hostile/pool-shares.test.ts'],
  },
  runs: {
    rule: 'R14',
    ordinarily: ['e2e/revenue/runs/killed-run.test.ts', 'src/usecases/imports/run-import.db.test.ts'],
  },
  restore: { rule: 'R15', ordinarily: ['scripts/lib/backup/backup.db.test.ts'] },
  books: { rule: 'R16', ordinarily: 'reduced' },
  moves: {
    rule: 'R17',
    ordinarily: ['scripts/lib/move/move-under-load.db.test.ts', 'scripts/lib/move/move-killed.db.test.ts'],
  },
} as const satisfies Readonly<Record<string, FaultRule>>;

export type FaultName = keyof typeof RULES;

export const FAULT_NAMES = Object.keys(RULES) as FaultName[];

/** The faults that every run of the tests carries out with this program, at a small volume. */
export const REDUCED = FAULT_NAMES.filter((name) => RULES[name].ordinarily === 'reduced');
