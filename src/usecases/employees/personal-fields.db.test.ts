import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '@/core/permissions';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { listChanges } from '../audit/list-changes';
import { runForOutput } from '../kit/run';
import { createEmployee, getEmployee, updateEmployee } from './employee-records';
import { employeeByInternalId, listEmployees } from './list-employees';

const PRIVATE = {
  taxId: '123-45-6789',
  phone: '+1 555 0100',
  address: { line1: '7 Quiet Lane', city: 'Springfield' },
  notes: 'on parental leave',
  customFields: { salary: 91_000 },
};
const SECRETS = ['123-45-6789', '555 0100', 'Quiet Lane', 'parental', '91000'];
const MAY: readonly Role[] = ['admin', 'controller'];

let org: TestOrganization;
let id: string;
beforeAll(async () => {
  org = await foundTestOrganization();
  const made = await runForOutput(createEmployee, org.callAs('admin', { surface: 'trpc' }), {
    name: 'Grace Hopper',
    code: 'E-7',
    email: 'grace@example.test',
    metadata: { employeeId: '7', title: 'Engineer' },
    ...PRIVATE,
  });
  id = made.id;
  await runForOutput(updateEmployee, org.callAs('controller', { surface: 'trpc' }), {
    id,
    data: { notes: 'on parental leave until May' },
  });
}, 60_000);
afterAll(closeConnections);

/** Everything the console's doors tell this role about the employee, as text. */
async function answered(role: Role, surface: 'trpc' | 'C' | 'D' | 'A' = 'trpc'): Promise<string> {
  const call = org.callAs(role, { surface });
  return JSON.stringify([
    await runForOutput(getEmployee, call, { id }),
    await runForOutput(listEmployees, call, { search: 'hopper' }),
    await runForOutput(employeeByInternalId, call, { employeeId: '7' }),
  ]);
}

describe('personal and tax data of an employee', () => {
  it.each(ROLES)(
    'is shown to %s only with the permission for it; name, title and work address to all',
    async (role) => {
      const text = await answered(role);
      for (const secret of SECRETS) {
        expect([secret, text.includes(secret)]).toEqual([secret, MAY.includes(role)]);
      }
      for (const known of ['Grace Hopper', 'Engineer', 'grace@example.test']) expect(text).toContain(known);
    },
  );

  it('is hidden at every door but those whose contract is the whole employee', async () => {
    for (const surface of ['C', 'D'] as const) {
      const text = await answered('viewer', surface);
      for (const secret of SECRETS) expect(text).not.toContain(secret);
    }
    expect(await answered('viewer', 'A')).toContain(PRIVATE.taxId);
  });

  it('is not shown by the audit trail either, which has all of it', async () => {
    const trail = async (role: Role) =>
      JSON.stringify((await runForOutput(listChanges, org.callAs(role), { recordId: id })).rows);
    for (const secret of SECRETS) {
      expect(await trail('auditor')).not.toContain(secret);
      expect(await trail('controller')).toContain(secret);
    }
    expect(await trail('auditor')).toContain('Grace Hopper');
  });

  it('stays as it was when someone who may read it changes something else', async () => {
    const call = org.callAs('controller', { surface: 'trpc' });
    await runForOutput(updateEmployee, call, { id, data: { metadata: { title: 'Admiral' } } });
    expect(await runForOutput(getEmployee, call, { id })).toMatchObject({
      taxId: PRIVATE.taxId,
      phone: PRIVATE.phone,
      customFields: PRIVATE.customFields,
    });
    await runForOutput(updateEmployee, call, { id, data: { metadata: { title: 'Engineer' } } });
  });

  it('is neither erased nor replaced by someone who may write employees and not read it', async () => {
    const call = org.callAs('viewer', { surface: 'trpc' });
    const permissions = new Set([...call.principal.permissions, 'hr.employee.write' as const]);
    const writer = { ...call, principal: { ...call.principal, permissions } };
    const change = (data: object) => runForOutput(updateEmployee, writer, { id, data });
    const nothing = { taxId: null, phone: null, address: null, notes: null, customFields: null };
    expect(await change({ displayName: 'Amazing Grace', ...nothing })).toMatchObject({
      taxId: null,
      phone: null,
    });
    for (const data of [{ taxId: '0' }, { address: {} }, { customFields: { salary: 1 } }]) {
      await expect(change(data)).rejects.toMatchObject({
        refusal: { code: 'FORBIDDEN', data: { permission: 'hr.employee.private' } },
      });
    }
    expect(
      await runForOutput(getEmployee, org.callAs('controller', { surface: 'trpc' }), { id }),
    ).toMatchObject({
      displayName: 'Amazing Grace',
      taxId: PRIVATE.taxId,
      phone: PRIVATE.phone,
      customFields: PRIVATE.customFields,
      address: expect.objectContaining(PRIVATE.address),
    });
  });
});
