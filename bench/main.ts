import { closeConnections } from '@/db/client';
import { benchChecks } from './checks';
import { benchContracts } from './contracts';
import { benchExport } from './export';
import { benchFacts } from './facts';
import { benchFirstLoad } from './first-load';
import { benchGrowth } from './growth/main';
import { benchImport } from './import';
import { benchKnown } from './known';
import { benchLaws } from './laws';
import { benchLone } from './lone';
import { benchNotes } from './notes';
import { benchOrders } from './orders';
import { compareWithOtherPrograms } from './other-programs';
import { benchPgledger } from './pgledger';
import { benchPosting } from './posting';
import { benchReports } from './reports';
import { benchRest } from './rest';
import { benchRevenue } from './revenue';
import { type Bar, report } from './support/ratio';
import { benchTryton } from './tryton';

/** Every measurement by name: `npm run bench -- posting rest`, or all without a name. */
const BENCHES: Readonly<Record<string, () => Promise<Bar[]>>> = {
  'first-load': benchFirstLoad,
  checks: benchChecks,
  facts: benchFacts,
  contracts: benchContracts,
  export: benchExport,
  known: benchKnown,
  import: benchImport,
  lone: benchLone,
  notes: benchNotes,
  orders: benchOrders,
  posting: benchPosting,
  reports: benchReports,
  rest: benchRest,
  revenue: benchRevenue,
  books: async () => {
    console.log(`reached  books against other programs: ${await compareWithOtherPrograms()}`);
    return [];
  },
};

process.env.DAYBOOK_SECRET ??= 'benchmarks-only-secret-benchmarks-only';
process.env.DAYBOOK_TEST_OWNER_URL = process.env.DAYBOOK_OWNER_URL;

const asked = process.argv.slice(2);
// It keeps a separate database (scripts/lib/run/growth.mjs), so it is not part of a run without a name.
if (asked[0] === 'growth') {
  const reached = await benchGrowth(asked[1]);
  await closeConnections();
  process.exit(reached ? 0 : 1);
}
// These need a commit to compare with, or another ledger that has to be installed by hand, so they are not part of a run without a name
// either.
const every = { ...BENCHES, laws: benchLaws, pgledger: benchPgledger, tryton: benchTryton };
const unknown = asked.filter((name) => !(name in every));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark called ${unknown.join(', ')}; there are ${Object.keys(every).join(', ')}.`,
  );
  process.exit(2);
}
let missed = 0;
for (const [name, bench] of Object.entries(asked.length > 0 ? every : BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    for (const bar of await bench()) if (!report(bar)) missed += 1;
  } catch (error) {
    missed += 1;
    console.error(`FAILED   ${name}:`, error);
  }
}
await closeConnections();
process.exit(missed === 0 ? 0 : 1);
