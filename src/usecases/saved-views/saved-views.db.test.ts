import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '@/core/permissions';
import type { ViewScreen } from '@/core/views/saved-view';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { listSavedViews } from './list-saved-views';
import { removeView } from './remove-view';
import { saveView } from './save-view';
import { setDefaultView } from './set-default-view';
import { updateView } from './update-view';

// Proves the laws platform/default-view-is-seen, platform/forget-hidden-view, platform/view-stays-whose of
// prisma/sql.

let org: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
  other = await foundTestOrganization();
});
afterAll(closeConnections);

type More = { screen?: ViewScreen; query?: string; isShared?: boolean };
const save = (role: Role, name: string, more: More = {}) =>
  runForOutput(saveView, org.callAs(role), { screen: 'transactions', query: 'status=POSTED', name, ...more });
const list = async (role: Role, screen: ViewScreen = 'transactions') =>
  runForOutput(listSavedViews, org.callAs(role), { screen });
const names = async (role: Role, screen: ViewScreen = 'transactions') =>
  (await list(role, screen)).map(({ name }) => name);
const refused = (code: string, more: object = {}) => ({ refusal: { code, ...more } });
const setDefault = (role: Role, viewId: string | null, screen: ViewScreen) =>
  runForOutput(setDefaultView, org.callAs(role), { screen, viewId });

/** A statement by the tables' owner, which bypasses the application's checks and tests those of the database. */
const direct = (text: string, values: unknown[]) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    return client.query(text, values).then(
      () => 'done',
      (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
    );
  });

describe('saved views', () => {
  it('are visible to their owner alone, on their list, by name; shared ones to everyone, with their owner', async () => {
    await save('accountant', 'posted', { screen: 'invoices' });
    await save('accountant', 'Month end', { screen: 'invoices', isShared: true, query: '' });
    await save('viewer', 'another', { screen: 'invoices' });
    expect(await names('accountant', 'invoices')).toEqual(['Month end', 'posted']);
    expect(await list('viewer', 'invoices')).toMatchObject([
      { name: 'another', isMine: true, mayChange: true, isShared: false, isDefault: false },
      { name: 'Month end', isMine: false, mayChange: false, makerName: 'accountant of the test', query: '' },
    ]);
    expect((await list('admin', 'invoices')).map(({ name, mayChange }) => [name, mayChange])).toEqual([
      ['Month end', true],
    ]);
    expect(await names('accountant', 'payments')).toEqual([]);
  });

  it('of one person on one list have different names, ignoring case', async () => {
    const view = await save('sales', 'Mine');
    await expect(save('sales', ' MINE ')).rejects.toMatchObject(
      refused('DUPLICATE', { data: { noun: 'saved view', field: 'name', value: 'MINE' } }),
    );
    const second = await save('sales', 'Second');
    await expect(
      runForOutput(updateView, org.callAs('sales'), { id: second.id, name: 'mine' }),
    ).rejects.toMatchObject(refused('DUPLICATE'));
    await runForOutput(updateView, org.callAs('sales'), { id: view.id, name: 'MINE' });
    await save('sales', 'Mine', { screen: 'payments' });
    await save('approver', 'Mine');
    expect(await names('sales')).toEqual(['MINE', 'Second']);
  });

  it('must obey these rules in the database as well', async () => {
    const view = await save('auditor', 'Laws');
    const copy = (name: string) =>
      direct(
        `insert into saved_views (organization_id, id, user_id, screen, name, query)
         select organization_id, $2::uuid, user_id, screen, $3, query from saved_views where id = $1::uuid`,
        [view.id, newId(), name],
      );
    expect(await copy('lAWS')).toBe('saved_views_name_sql_idx');
    for (const name of ['', ' x', 'x ', 'x\ny', 'x'.repeat(61)]) {
      expect(await copy(name)).toBe('saved_views_name_ck');
    }
    const change = (column: string, value: string) =>
      direct(`update saved_views set ${column} = $2 where id = $1::uuid`, [view.id, value]);
    expect(await change('query', 'x'.repeat(2_001))).toBe('saved_views_query_ck');
    expect(await change('query', '?status=POSTED')).toBe('saved_views_query_ck');
    expect(await change('screen', 'invoices')).toBe('saved_views_whose_ck');
    expect(await change('user_id', newId())).toBe('saved_views_whose_ck');
    expect((await list('auditor')).map(({ name, query }) => [name, query])).toEqual([
      ['Laws', 'status=POSTED'],
    ]);
  });

  it('refuse an invalid name, invalid filters, and the fifty-first view', async () => {
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(61)]) {
      await expect(save('revenue', name)).rejects.toMatchObject(refused('INVALID_INPUT'));
    }
    await expect(save('revenue', 'ok', { query: '?a=b' })).rejects.toMatchObject(refused('INVALID_INPUT'));
    for (let count = 1; count <= 50; count += 1) await save('revenue', `View ${count}`);
    await expect(save('revenue', 'View 51')).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: expect.stringContaining('at most 50 views') },
    });
    expect(await list('revenue')).toHaveLength(50);
  });

  it('shared: changed and removed by the owner or an admin; a colleague is refused, and a private view is not found by either', async () => {
    const shared = await save('controller', 'Close', { screen: 'contracts', isShared: true });
    const own = await save('controller', 'Own', { screen: 'contracts' });
    for (const verb of [updateView, removeView]) {
      await expect(runForOutput(verb, org.callAs('viewer'), { id: shared.id })).rejects.toMatchObject(
        refused('FORBIDDEN'),
      );
      for (const role of ['viewer', 'admin'] as const) {
        await expect(runForOutput(verb, org.callAs(role), { id: own.id })).rejects.toMatchObject(
          refused('NOT_FOUND'),
        );
      }
    }
    expect(await names('controller', 'contracts')).toEqual(['Close', 'Own']);
    const renamed = { id: shared.id, name: 'Closing', query: 'status=ACTIVE' };
    await runForOutput(updateView, org.callAs('admin'), renamed);
    expect((await list('viewer', 'contracts'))[0]).toMatchObject({ name: 'Closing', query: 'status=ACTIVE' });
    await runForOutput(removeView, org.callAs('admin'), { id: shared.id });
    expect(await names('controller', 'contracts')).toEqual(['Own']);
  });

  it('changed by someone who saw an older version is refused and stays as it is', async () => {
    const view = await save('auditor', 'Race', { screen: 'payments' });
    await runForOutput(updateView, org.callAs('auditor'), { id: view.id, query: '' });
    const late = org.callAs('auditor', { expectedVersion: view.version });
    await expect(runForOutput(updateView, late, { id: view.id, query: 'search=x' })).rejects.toMatchObject(
      refused('STALE_VERSION'),
    );
    expect((await list('auditor', 'payments'))[0]?.query).toBe('');
  });

  it('one is the default of a person’s list until another is chosen, none is, it is removed, or it is no longer shared', async () => {
    const shared = await save('controller', 'Shared', { screen: 'customers', isShared: true });
    const own = await save('viewer', 'Own', { screen: 'customers' });
    const opensWith = async (role: Role) =>
      (await list(role, 'customers')).filter(({ isDefault }) => isDefault).map(({ name }) => name);
    await setDefault('viewer', own.id, 'customers');
    await setDefault('viewer', shared.id, 'customers');
    await setDefault('controller', shared.id, 'customers');
    expect([await opensWith('viewer'), await opensWith('controller'), await opensWith('sales')]).toEqual([
      ['Shared'],
      ['Shared'],
      [],
    ]);
    await runForOutput(updateView, org.callAs('controller'), { id: shared.id, isShared: false });
    expect([await opensWith('viewer'), await opensWith('controller')]).toEqual([[], ['Shared']]);
    // Shared again, it is no one else's default unless they choose it again.
    await runForOutput(updateView, org.callAs('controller'), { id: shared.id, isShared: true });
    expect([await opensWith('viewer'), await opensWith('controller')]).toEqual([[], ['Shared']]);
    await setDefault('viewer', own.id, 'customers');
    await setDefault('viewer', null, 'customers');
    expect(await opensWith('viewer')).toEqual([]);
    await runForOutput(removeView, org.callAs('controller'), { id: shared.id });
    expect(await opensWith('controller')).toEqual([]);
    await expect(setDefault('sales', own.id, 'customers')).rejects.toMatchObject(refused('NOT_FOUND'));
    await expect(setDefault('viewer', own.id, 'invoices')).rejects.toMatchObject(refused('INVALID_INPUT'));
    const insert = (userId: string, screen: ViewScreen) =>
      direct(
        `insert into saved_view_defaults (organization_id, id, user_id, screen, view_id)
         select organization_id, $2::uuid, $3::uuid, $4, id from saved_views where id = $1::uuid`,
        [own.id, newId(), userId, screen],
      );
    expect(await insert(org.users.sales.id, 'customers')).toBe('saved_view_defaults_view_id_org_fk');
    expect(await insert(org.users.viewer.id, 'invoices')).toBe('saved_view_defaults_view_id_org_fk');
  });

  it('of another organization are not found, and a program has no views of its own', async () => {
    const view = await save('admin', 'Ours', { screen: 'prospects', isShared: true });
    const stranger = other.callAs('admin');
    for (const verb of [updateView, removeView]) {
      await expect(runForOutput(verb, stranger, { id: view.id })).rejects.toMatchObject(refused('NOT_FOUND'));
    }
    await expect(
      runForOutput(setDefaultView, stranger, { screen: 'prospects', viewId: view.id }),
    ).rejects.toMatchObject(refused('NOT_FOUND'));
    expect(await runForOutput(listSavedViews, stranger, { screen: 'prospects' })).toEqual([]);
    const program = org.callAs('admin', {
      principal: { ...org.principals.admin, actor: { kind: 'api_client', id: newId(), name: 'Sync' } },
    });
    const input = { screen: 'prospects' as const, name: 'Program', query: '' };
    await expect(runForOutput(saveView, program, input)).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await runForOutput(listSavedViews, program, { screen: 'prospects' })).toMatchObject([
      { name: 'Ours', isMine: false, isDefault: false },
    ]);
  });
});
