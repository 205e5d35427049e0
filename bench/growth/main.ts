import { newId } from '@/lib/ids';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { issueApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { freePort, startServer, tokenFor } from '../support/server';
import { openBooks } from './books';
import { asker, type Measured, measure, scraper } from './measure';
import { operationsOf } from './operations';
import { type Size, sizeOf, TODAY } from './sizes';
import { growthTable, keepResult, keptResults, type Result } from './table';
import { measureWrites } from './writes';

/**
 * One size of `npm run bench -- growth` on the database that scripts/lib/run/growth.mjs prepared: fills what is missing, then requests
 * everything that can be read from the server. Without a size it prints the table of the kept results; true when every bar is reached.
 */
export async function benchGrowth(sizeName: string | undefined): Promise<boolean> {
  const directory = process.env.DAYBOOK_GROWTH_DIR ?? '';
  const label = process.env.DAYBOOK_GROWTH_LABEL ?? 'now';
  if (sizeName === undefined) {
    const { text, missed } = growthTable(
      keptResults(directory, label),
      process.env.DAYBOOK_GROWTH_FULL === '1',
    );
    console.log(text);
    return missed === 0;
  }
  const size = sizeOf(sizeName);
  console.error(`Books of ${sizeName} ledger lines:`);
  const organization = await openBooks(size);
  if (process.env.DAYBOOK_GROWTH_FILL === '1') return true;
  const asked =
    process.env.DAYBOOK_GROWTH_WRITES === '1' ? change(organization, size) : ask(organization, size);
  keepResult(directory, label, await asked);
  return true;
}

async function ask(organization: TestOrganization, size: Size): Promise<Result> {
  process.env.DAYBOOK_TODAY = TODAY;
  process.env.DAYBOOK_METRICS_OPEN = '1';
  process.env.DAYBOOK_PAGES ??= '1';
  const isOfPairs = process.env.DAYBOOK_GROWTH_PAIRS === '1';
  const only = (process.env.DAYBOOK_GROWTH_ONLY ?? '').split(',');
  const operations = (await operationsOf(organization, size, isOfPairs)).filter(
    ({ name, kind }) =>
      (kind !== 'page' || process.env.DAYBOOK_PAGES === '1') &&
      only.some((text) => `${kind} ${name}`.includes(text)),
  );
  const port = await freePort();
  const server = await startServer('.daybook/server.mjs', port, '/healthz');
  const role = new URL(process.env.DATABASE_URL ?? '').username;
  const scrape = scraper(port);
  const measured: Measured[] = [];
  const unanswered: string[] = [];
  try {
    const headers = await credentials(organization);
    const request = asker(port, headers);
    for (const operation of operations) {
      const one = await measure(operation, request, role, scrape, isOfPairs ? 3 : undefined);
      if (one === null) unanswered.push(operation.name);
      else measured.push(one);
      if (one !== null && (one.medianMs > 100 || one.status !== 200))
        console.error(
          `  ${operation.kind} ${operation.name}: ${one.status}, ${Math.round(one.medianMs)} ms, ${one.buffers} pages`,
        );
    }
  } finally {
    await server.stop();
  }
  return {
    size: size.name,
    ...(await sizes(organization)),
    measuredAt: new Date().toISOString(),
    operations: measured,
    unanswered,
  };
}

/** What verbs cost that change something. They are tried in these books, which keep one record of each. */
async function change(organization: TestOrganization, size: Size): Promise<Result> {
  const role = new URL(process.env.DATABASE_URL ?? '').username;
  const only = (process.env.DAYBOOK_GROWTH_ONLY ?? '').split(',');
  const { measured, unanswered } = await measureWrites(organization, role, only);
  return {
    size: size.name,
    ...(await sizes(organization)),
    measuredAt: new Date().toISOString(),
    operations: measured,
    unanswered,
  };
}

const KEYS = 40;

/** Headers for every surface at once; the token is renewed before it expires. */
async function credentials(
  organization: TestOrganization,
): Promise<() => Promise<Readonly<Record<string, string>>>> {
  // Enough keys to keep each below its own rate limit.
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n += 1) {
    const name = `Growth ${newId()}`;
    keys.push((await runForOutput(issueApiKey, organization.callAs('admin'), { name })).key);
  }
  let asked = 0;
  let token = '';
  let until = 0;
  return async () => {
    if (Date.now() > until) {
      token = await tokenFor(organization);
      until = Date.now() + 30 * 60_000;
    }
    return {
      authorization: `Bearer ${token}`,
      'x-daybook-organization': organization.organizationId,
      'x-idp-organization-id': organization.organizationId,
      'x-api-key': keys[asked++ % KEYS] ?? '',
      'x-organization-id': organization.organizationId,
    };
  };
}

async function sizes(organization: TestOrganization) {
  const { rows } = await withOwner((client) =>
    client.query<{ lines: number; documents: number; databaseMb: number }>(
      `select (select sum(line_count)::float8 from ledger_balances where organization_id = $1) as lines,
         (select count(*)::float8 from business_transactions where organization_id = $1) as documents,
         round(pg_database_size(current_database()) / 1048576.0)::float8 as "databaseMb"`,
      [organization.organizationId],
    ),
  );
  const [found] = rows;
  if (found === undefined) throw new Error('an aggregate always answers one row');
  return found;
}
