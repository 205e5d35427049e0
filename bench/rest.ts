import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prospects } from '@/db/stores/sales/prospects';
import { withTenantWrite } from '@/db/tenancy';
import { foundTestOrganization } from '@/testing/organization';
import { drive, wire } from './support/load';
import { alternating, type Bar } from './support/ratio';
import { freePort, startServer, tokenFor } from './support/server';

const CONNECTIONS = 16;
const SECONDS = 4;

/** The simplest answer Node can give, as the baseline for the cost of our framework, authentication and database. */
const BARE = `import http from 'node:http';
const body = JSON.stringify({ id: 'x', name: 'y' });
http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

/** B6: an authenticated GET of a prospect by id, against bare node:http and against the same route through Next. */
export async function benchRest(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench REST' });
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const made = await withTenantWrite(claim, (tenant) =>
    prospects.insert(tenant, { name: 'Acme', estimatedRevenue: '2500000' }),
  );
  const bareFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-bench-')), 'bare.mjs');
  fs.writeFileSync(bareFile, BARE);
  const token = await tokenFor(organization);
  const rate = async (port: number, route: string) => {
    const request = wire('GET', route, { authorization: `Bearer ${token}` });
    const sample = await drive({ port, connections: CONNECTIONS, seconds: SECONDS, next: () => request });
    if (sample.failures > 0) throw new Error(`${sample.failures} of ${sample.requests} reads failed`);
    return sample.perSecond;
  };
  const [server, bare, next] = [
    await startServer('.daybook/server.mjs', await freePort(), '/healthz'),
    await startServer(bareFile, await freePort(), '/'),
    await startServer('node_modules/next/dist/bin/next', await freePort(), '/', ['start']),
  ];
  try {
    const route = `/prospects/${made.id}`;
    const ours = () => rate(server.port, route);
    const node = await alternating(2, ours, () => rate(bare.port, '/'));
    const pages = await alternating(2, ours, () => rate(next.port, route));
    return [
      {
        name: 'B6 authenticated GET by id',
        unit: 'requests/s',
        ...node,
        peer: 'bare node:http',
        atLeast: 0.03,
      },
      {
        name: 'B6 authenticated GET by id',
        unit: 'requests/s',
        ...pages,
        peer: 'the same route through Next',
        atLeast: 1.5,
      },
    ];
  } finally {
    await Promise.all([server.stop(), bare.stop(), next.stop()]);
  }
}
