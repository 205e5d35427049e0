import { afterAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { fixedClock } from '@/testing/clock';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { appendRows } from '../imports/append-rows';
import { createImport } from '../imports/create-import';
import { listAllImports } from '../imports/list-imports';
import { runForOutput } from '../kit/run';
import { CONTINUED_FOR_DAYS, removeAbandonedUploads } from './remove-abandoned-uploads';

afterAll(closeConnections);

const upload = (org: TestOrganization, fileName: string, more: boolean) =>
  runForOutput(createImport, org.callAs('admin'), {
    ...{ noun: 'vendors', fileName, columns: ['Name'], rows: [['Paper Mill']], more },
  });
const names = async (org: TestOrganization) =>
  (await runForOutput(listAllImports, org.callAs('admin'), {})).rows.map(({ fileName }) => fileName).sort();
/** The clock of the database, some days later. */
const later = async (days: number) => {
  const now = await withOwner((client) => client.query<{ now: Date }>('select now()'));
  return fixedClock(new Date((now.rows[0]?.now.getTime() ?? 0) + days * 86_400_000).toISOString());
};

describe('an upload that never ended', () => {
  it('is removed a week after its last row, with its rows, and the audit trail says so; one that ended stays', async () => {
    const [org, neighbor] = [await foundTestOrganization(), await foundTestOrganization()];
    await upload(org, 'arriving.csv', true);
    await upload(org, 'ended.csv', false);
    await upload(neighbor, 'of another.csv', true);
    const principal = systemPrincipal(org.organizationId);
    expect(await removeAbandonedUploads(principal, await later(CONTINUED_FOR_DAYS - 1))).toBe(0);
    expect(await names(org)).toEqual(['arriving.csv', 'ended.csv']);
    expect(await removeAbandonedUploads(principal, await later(CONTINUED_FOR_DAYS + 1))).toBe(1);
    expect(await names(org)).toEqual(['ended.csv']);
    expect(await names(neighbor)).toEqual(['of another.csv']);
    const { rows } = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      return client.query(
        `select actor_kind, before ->> 'fileName' as name from audit_log where organization_id = $1 and action = 'imports.removeAbandoned'`,
        [org.organizationId],
      );
    });
    expect(rows).toEqual([{ actor_kind: 'system', name: 'arriving.csv' }]);
  });

  it('is not touched while rows are being added to it', async () => {
    const org = await foundTestOrganization();
    const { id } = await upload(org, 'arriving.csv', true);
    const clock = await later(CONTINUED_FOR_DAYS + 1);
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
      await client.query('select from imports where organization_id = $1 and id = $2 for update', [
        org.organizationId,
        id,
      ]);
      expect(await removeAbandonedUploads(systemPrincipal(org.organizationId), clock)).toBe(0);
      await client.query('rollback');
    });
    await runForOutput(appendRows, org.callAs('admin'), { id, from: 1, rows: [['Ink Ltd']], isLast: true });
    expect(await removeAbandonedUploads(systemPrincipal(org.organizationId), clock)).toBe(0);
    expect(await names(org)).toEqual(['arriving.csv']);
  });
});
