import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { firstIdAt, newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '../kit/run';
import { createProspect, removeProspect, updateProspect } from '../prospects/prospect-records';
import { listChanges } from './list-changes';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const ask = (input: object) => runForOutput(listChanges, org.callAs('auditor'), input);

/** Every row of a list, read in small pages. */
async function everyPage(input: object) {
  const rows = [];
  let before: string | undefined;
  do {
    const page = await ask({ ...input, limit: 7, ...(before === undefined ? {} : { before }) });
    rows.push(...page.rows);
    before = page.nextCursor ?? undefined;
  } while (before !== undefined);
  return rows;
}

describe('the audit trail of an organization', () => {
  test('read page by page lists every change once, newest first', async () => {
    for (let n = 0; n < 20; n += 1) {
      await runForOutput(createProspect, org.callAs('admin'), { name: `Prospect ${n}` });
    }
    const whole = (await ask({ limit: 500 })).rows;
    const paged = await everyPage({});
    expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length);
    const moments = paged.map(({ occurredAt }) => occurredAt.getTime());
    expect(moments).toEqual([...moments].sort((one, other) => other - one));
    expect((await everyPage({ noun: 'prospect' })).length).toBe(20);
  });

  test("filtered by date holds the changes of those days, whichever machine's clock made their ids", async () => {
    const written = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      const noon = Date.parse('2020-06-15T12:00:00Z');
      const hours = 3_600_000;
      const ids = [noon - 14 * hours, noon, noon + 14 * hours].map(firstIdAt);
      await client.query(
        `insert into audit_log (organization_id, id, occurred_at, actor_kind, action, noun, surface, request_id)
         select $1, x, '2020-06-15T12:00:00Z', 'system', 'test.told', 'test', 'job', 'r' from unnest($2::uuid[]) x`,
        [org.organizationId, ids],
      );
      return ids;
    });
    const on = (from: string, to: string) => everyPage({ from, to });
    expect((await on('2020-06-15', '2020-06-15')).map(({ id }) => id)).toEqual([...written].reverse());
    expect(await on('2020-06-14', '2020-06-14')).toEqual([]);
    expect(await on('2020-06-16', '2020-06-16')).toEqual([]);
    expect((await on('1900-01-01', '2199-12-31')).length).toBe((await everyPage({})).length);
  });

  test('holds the record before and after a change, and no earlier state for a new record', async () => {
    const call = org.callAs('admin');
    const made = await runForOutput(createProspect, call, { name: 'Before', industry: 'Rail' });
    const changed = await runForOutput(updateProspect, call, { id: made.id, data: { name: 'After' } });
    await runForOutput(removeProspect, call, { id: made.id });
    const rows = await everyPage({ recordId: made.id });
    const asStored = (record: object) => JSON.parse(JSON.stringify(record)) as object;
    expect(rows.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'prospects.remove', before: asStored(changed), after: null },
      { action: 'prospects.update', before: asStored(made), after: asStored(changed) },
      { action: 'prospects.create', before: null, after: asStored(made) },
    ]);
  });

  test('names the actor, the surface and the request of each change', async () => {
    const { id: recordId } = await runForOutput(createProspect, org.callAs('sales'), { name: 'Named' });
    const requestId = newId();
    const call = org.callAs('admin', { surface: 'A', requestId });
    await runForOutput(updateProspect, call, { id: recordId, data: { name: 'Renamed' } });
    const [changed, made] = await everyPage({ recordId });
    const { users } = org;
    expect(changed).toMatchObject({
      actorKind: 'user',
      actorId: users.admin.id,
      actorName: users.admin.name,
      surface: 'A',
      requestId,
    });
    expect(made).toMatchObject({ actorId: users.sales.id, actorName: users.sales.name, surface: 'C' });
    expect((await everyPage({ recordId, actorId: users.sales.id })).length).toBe(1);
  });

  test('of one record is paged within the time range that was requested', async () => {
    const call = org.callAs('admin');
    const { id: recordId } = await runForOutput(createProspect, call, { name: 'Watched' });
    for (let n = 0; n < 9; n += 1) {
      await runForOutput(updateProspect, call, { id: recordId, data: { name: `Watched ${n}` } });
    }
    const rows = await everyPage({ recordId });
    expect(rows).toHaveLength(10);
    expect(rows.at(-1)?.action).toBe('prospects.create');
  });
});
