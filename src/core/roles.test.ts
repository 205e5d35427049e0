import { describe, expect, it } from 'vitest';
import { PERMISSIONS, permissionsOf, ROLES } from './permissions';
import { conflictsOf, DUTY_CONFLICTS, grantedBy, isPermission, ROLE_PURPOSES } from './roles';

const keys = (permissions: readonly string[], isSegregated = false) =>
  conflictsOf(new Set(permissions), { isSegregated }).map(({ key }) => key);

describe('effective permissions', () => {
  it('are the union of the roles, each permission with every role that grants it', () => {
    const own = { id: '1', name: 'Night clerk', permissions: ['gl.transaction.approve', 'billing.read'] };
    const granted = grantedBy(['sales'], [own]);
    expect(granted.map(({ permission }) => permission).sort()).toEqual(
      [...new Set([...permissionsOf(['sales']), 'gl.transaction.approve'])].sort(),
    );
    expect(granted.find(({ permission }) => permission === 'billing.read')?.from).toEqual([
      'sales',
      'Night clerk',
    ]);
    expect(granted.find(({ permission }) => permission === 'gl.transaction.approve')?.from).toEqual([
      'Night clerk',
    ]);
  });

  it('do not include a stored permission that this version does not know', () => {
    const own = { id: '1', name: 'Old', permissions: ['gl.transaction.forge'] };
    expect(isPermission('gl.transaction.forge')).toBe(false);
    expect(grantedBy([], [own])).toEqual([]);
  });
});

describe('conflicts of duties', () => {
  it('need both sides: who only writes or only approves has none', () => {
    expect(keys(['gl.transaction.create'])).toEqual([]);
    expect(keys(['gl.transaction.approve'])).toEqual([]);
    expect(keys(['gl.transaction.create', 'gl.transaction.approve'])).toEqual(['documents']);
    expect(keys(['gl.transaction.post', 'gl.period.close'])).toEqual(['periods']);
  });

  it('that the organization stops by "no one approves their own" are marked, the others are not', () => {
    const [documents] = conflictsOf(new Set(['gl.transaction.create', 'gl.transaction.approve']), {
      isSegregated: true,
    });
    expect(documents?.isStopped).toBe(true);
    const [vendors] = conflictsOf(new Set(['purchasing.write', 'gl.transaction.post']), {
      isSegregated: true,
    });
    expect(vendors).toMatchObject({ key: 'vendors', isStopped: false });
  });

  it('the reading roles and the approver have none, the admin has all', () => {
    for (const role of ['viewer', 'auditor', 'approver', 'sales'] as const) {
      expect(keys([...permissionsOf([role])]), role).toEqual([]);
    }
    expect(keys(PERMISSIONS)).toEqual(DUTY_CONFLICTS.map(({ key }) => key));
  });

  it('every built-in role has a description', () => {
    expect(Object.keys(ROLE_PURPOSES)).toEqual([...ROLES]);
  });
});
