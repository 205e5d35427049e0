import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { houseJobs } from '@/jobs/house-jobs';
import { takeTurn } from '@/jobs/take-turn';
import { unavailableCause } from '@/lib/unavailable';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { PATIENCE_MS } from '@/testing/patience';
import type { Wire } from '@/testing/wire';
import { createImport } from '@/usecases/imports/create-import';
import { startJob } from '@/usecases/jobs/start-job';
import { runForOutput } from '@/usecases/kit/run';
import { operations } from './operations';

const { servers, wires } = await vi.hoisted(async () => {
  const { bookServers } = await import('@/testing/book-servers');
  const { Wire: Cable } = await import('@/testing/wire');
  const cables = new Map<string, Wire>();
  // The application reaches east by a wire that can be cut.
  const made = await bookServers(['east', 'west'], async (server, url) => {
    if (server !== 'east') return url;
    const through = new URL(url);
    const cable = new Cable(new URL(url));
    cables.set(server, cable);
    through.hostname = '127.0.0.1';
    through.port = String(await cable.listenAnywhere());
    return through.href;
  });
  return { servers: made, wires: cables };
});

let home: TestOrganization;
let east: TestOrganization;
let west: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization();
  east = await foundTestOrganization({ server: 'east' });
  west = await foundTestOrganization({ server: 'west' });
});
afterAll(async () => {
  for (const wire of wires.values()) wire.close();
  await servers.leave();
});

const readiness = async () => {
  const answer = await operations(() => false)('/readyz', undefined);
  return { status: answer?.status, body: JSON.parse(String(answer?.body)) as unknown };
};

/** The entries and audit rows of an organization that are not sealed yet. */
const unsealed = async (server: string, org: TestOrganization) => {
  const [row] = await servers.asOwner<{ n: number }>(
    server,
    `select (select count(*) from audit_log a where a.organization_id = $1
       and not exists (select from audit_seals s where s.organization_id = $1 and s.audit_id = a.id))::int as n`,
    [org.organizationId],
  );
  return row?.n;
};

describe('background work', () => {
  it('of an organization on another server gets its turn at the directory, and is done where the books are', async () => {
    const accountant = east.callAs('accountant');
    const { id } = await runForOutput(createImport, accountant, {
      noun: 'customers',
      fileName: 'customers.csv',
      columns: ['Company'],
      rows: [['Kestrel']],
    });
    await runForOutput(startJob, accountant, { kind: 'imports.run', recordId: id });
    const waiting = (server: string) =>
      servers.asOwner(
        server,
        `select from pgboss.job where name = 'turns' and data ->> 'organizationId' = $1`,
        [east.organizationId],
      );
    expect([(await waiting('main')).length, (await waiting('east')).length]).toEqual([1, 0]);
    await takeTurn(east.organizationId, { stopping: new AbortController().signal });
    const customers = (server: string) =>
      servers.asOwner(
        server,
        `select from customers where organization_id = $1 and company_name = 'Kestrel'`,
        [east.organizationId],
      );
    expect([(await customers('main')).length, (await customers('east')).length]).toEqual([0, 1]);
  });
});

describe('a server of books that is away', () => {
  it('is named by /readyz, which stays ready for the others', async () => {
    // Asked again, because a busy server that answers late counts as unreachable for the moment.
    await expect.poll(readiness).toEqual({
      status: 200,
      body: { status: 'ready', books: { east: 'ready', west: 'ready' } },
    });
    wires.get('east')?.close();
    await expect.poll(readiness).toEqual({
      status: 200,
      body: { status: 'ready', books: { east: 'unreachable', west: 'ready' } },
    });
  });

  it('makes its own organizations unavailable, and no other', async () => {
    const failure = await postedDocument(east).catch((error: unknown) => error);
    expect(unavailableCause(failure)).toBe('DATABASE_LOST');
    await postedDocument(home);
    await postedDocument(west);
  });

  it('holds up neither the sealing of others nor the sweep', async () => {
    const mail = { send: async () => ({ fileName: null }), removeFile: async () => undefined };
    const jobs = houseJobs({ send: async () => 200, mail });
    const sealing = jobs.attendants.find(({ name }) => name === 'audit sealing');
    // One round takes five seconds at most; a second one seals what came while the first was at work.
    await vi.waitFor(
      async () => {
        await sealing?.run().catch(() => undefined);
        expect([await unsealed('main', home), await unsealed('west', west)]).toEqual([0, 0]);
      },
      { timeout: PATIENCE_MS },
    );
    await expect(jobs.sweep()).rejects.toThrow();
    await jobs.attendants.find(({ name }) => name === 'news of organizations')?.run();
  });
});
