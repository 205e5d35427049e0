import fs from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { replicaStates } from '@/db/health';
import { restAfter } from '@/db/replica';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { PATIENCE_MS } from '@/testing/patience';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { asked } from '../../bench/faults/standby';

// Reports are read from a streaming replica, on two separate PostgreSQL servers.

const { primary, standby, pointBack } = await vi.hoisted(async () => {
  const { pointEnvironment } = await import('@/testing/pointed-environment');
  const { pathToFileURL } = await import('node:url');
  const path = await import('node:path');
  const { Cluster } = await import('../../bench/faults/cluster');
  const { standbyOf } = await import('../../bench/faults/standby');
  const { temporaryDirectory } = (await import(
    pathToFileURL(path.resolve('scripts/lib/run/throwaway.mjs')).href
  )) as { temporaryDirectory(name: string): string };
  const cluster = new Cluster(temporaryDirectory('replica'));
  const appUrl = await cluster.start();
  const replica = await standbyOf(cluster, 'daybook_reader');
  const readUrl = new URL(replica.ownerUrl);
  const { username, password } = new URL(appUrl);
  Object.assign(readUrl, { username, password });
  const pointBack = await pointEnvironment({
    DATABASE_URL: appUrl,
    DAYBOOK_TEST_OWNER_URL: cluster.ownerUrl,
    DAYBOOK_READS: `main=${readUrl.href}`,
  });
  return { primary: cluster, standby: replica, pointBack };
});

afterAll(async () => {
  await pointBack();
  await standby.stop();
  await primary.stop();
  const { removeCluster } = (await import('../../scripts/lib/postgres/postgres-place.mjs')) as {
    removeCluster(directory: string): void;
  };
  for (const { directory } of [standby, primary]) {
    removeCluster(directory);
    fs.rmSync(directory, { recursive: true, force: true });
  }
});

const org = await foundTestOrganization();
const claim = { organizationId: org.principals.admin.organizationId, userId: null };

/** What a report returns, and whether a replica was read. */
const report = async () =>
  withTenantReport(claim, async (tenant) => {
    const [row] = await sql<{ entries: number; isReplica: boolean }>(
      tenant,
      'select count(*)::int as entries, pg_is_in_recovery() as "isReplica" from ledger_entries',
    );
    return row;
  });
const onStandby = (statement: string) => asked(standby.ownerUrl, statement);

describe('a report', () => {
  it('is read from a replica that has everything acknowledged before, posting after posting', async () => {
    let fromReplica = 0;
    for (let posted = 1; posted <= 20; posted += 1) {
      await postedDocument(org);
      const read = await report();
      expect(read?.entries).toBe(posted);
      if (read?.isReplica === true) fromReplica += 1;
    }
    // On a busy machine the replica may lag now and then, but not always.
    expect(fromReplica).toBeGreaterThan(0);
    expect(replicaStates().get('main')).toMatchObject({ answered: fromReplica, passedBy: 20 - fromReplica });
  });

  it('is read from the primary while the replica is behind, and from the replica again when it has caught up', async () => {
    await onStandby('select pg_wal_replay_pause()');
    await vi.waitFor(
      async () =>
        expect(await onStandby('select pg_get_wal_replay_pause_state() as state')).toEqual([
          { state: 'paused' },
        ]),
      { timeout: PATIENCE_MS },
    );
    await postedDocument(org);
    expect(await report()).toEqual({ entries: 21, isReplica: false });
    expect(replicaStates().get('main')?.lagBytes).toBeGreaterThan(0);
    await onStandby('select pg_wal_replay_resume()');
    await vi.waitFor(async () => expect(await report()).toEqual({ entries: 21, isReplica: true }), {
      timeout: PATIENCE_MS,
    });
    expect(replicaStates().get('main')?.lagBytes).toBeLessThanOrEqual(0);
  });

  it('as a use-case equals that of the primary, and verification never reads a replica', async () => {
    const asOf = org.clock.today();
    const read = () => runForOutput(trialBalanceReport, org.callAs('accountant'), { asOf });
    const fromReplica = await read();
    const { answered = 0 } = replicaStates().get('main') ?? {};
    expect((await runForOutput(verifyBooks, org.callAs('admin'), {})).isSound).toBe(true);
    expect(replicaStates().get('main')?.answered).toBe(answered);
    restAfter('main', new Error('left alone by this test'));
    const fromPrimary = await read();
    expect({ ...fromReplica, generatedAt: null }).toEqual({ ...fromPrimary, generatedAt: null });
  });

  it('is read from the primary when the replica is gone', async () => {
    await vi.waitFor(async () => expect((await report())?.isReplica).toBe(true), { timeout: PATIENCE_MS });
    await standby.stop();
    expect(await report()).toEqual({ entries: 21, isReplica: false });
    await postedDocument(org);
    expect(await report()).toEqual({ entries: 22, isReplica: false });
    expect(replicaStates().get('main')?.lagBytes).toBeNull();
  });
});
