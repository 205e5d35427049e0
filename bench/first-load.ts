import zlib from 'node:zlib';
import { foundTestOrganization } from '@/testing/organization';
import type { Bar } from './support/ratio';
import { freePort, startServer, tokenFor } from './support/server';

/** The most kilobytes of gzipped script a page may load before it is interactive. */
const LIMIT = 190;

const PLACES = [
  ['home', ''],
  ['list of transactions', 'transactions'],
  ['list of invoices', 'invoices'],
  ['list of customers', 'customers'],
  ['trial balance', 'reports/trial-balance'],
  ['revenue contracts', 'revenue'],
  ['journal form', 'transactions/new?kind=JOURNAL'],
  ['contract form', 'revenue/new'],
] as const;

/** What a browser loads before a page is interactive: the scripts in its HTML, gzipped, against the limit. */
export async function benchFirstLoad(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench screens' });
  const authorization = `Bearer ${await tokenFor(organization)}`;
  const server = await startServer('.daybook/server.mjs', await freePort(), '/healthz');
  const sizes = new Map<string, number>();
  const get = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization } });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  };
  const sizeOf = async (script: string) => {
    const known = sizes.get(script);
    if (known !== undefined) return known;
    const size = zlib.gzipSync(await get(script), { level: 9 }).length;
    sizes.set(script, size);
    return size;
  };
  try {
    const bars: Bar[] = [];
    for (const [what, place] of PLACES) {
      const html = (await get(`/books/${organization.organizationId}/${place}`)).toString();
      let bytes = 0;
      for (const script of scriptsIn(html)) bytes += await sizeOf(script);
      bars.push({
        name: `first load, ${what}`,
        unit: 'kB',
        ours: bytes / 1_000,
        theirs: LIMIT,
        peer: 'the limit',
        atLeast: 1,
        lowerIsBetter: true,
      });
    }
    return bars;
  } finally {
    await server.stop();
  }
}

/** The scripts in a page, without those for browsers that do not support modules. */
function scriptsIn(html: string): ReadonlySet<string> {
  const tags = html.match(/<script[^>]+src="[^"]+"[^>]*>/g) ?? [];
  return new Set(
    tags
      .filter((tag) => !/nomodule/i.test(tag))
      .flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? []),
  );
}
