import { expect, test } from 'vitest';
import { permissionsOf } from '@/core/permissions';
import { navigationFor } from './navigation';

const groups = (...roles: Parameters<typeof permissionsOf>[0]) =>
  navigationFor([...permissionsOf(roles)]).map((group) => group.label);

test('an admin sees every group', () => {
  expect(groups('admin')).toHaveLength(9);
});

test('sales users see no ledger, no reports, no keys', () => {
  expect(groups('sales')).not.toContain('Ledger');
  expect(groups('sales')).not.toContain('Close & reports');
  expect(groups('sales')).not.toContain('Developers');
  expect(groups('sales')).toContain('CRM');
});

test('the approval queue is shown to users who may approve', () => {
  const paths = (role: 'approver' | 'viewer') =>
    navigationFor([...permissionsOf([role])]).flatMap((group) => group.items.map((item) => item.path));
  expect(paths('approver')).toContain('approvals');
  expect(paths('viewer')).not.toContain('approvals');
});

test('imports are shown to users who may create a record that can be imported, and to no read-only user', () => {
  const paths = (role: 'sales' | 'accountant' | 'viewer' | 'auditor') =>
    navigationFor([...permissionsOf([role])]).flatMap((group) => group.items.map((item) => item.path));
  expect(paths('sales')).toContain('imports');
  expect(paths('accountant')).toContain('imports');
  expect(paths('viewer')).not.toContain('imports');
  expect(paths('auditor')).not.toContain('imports');
});
