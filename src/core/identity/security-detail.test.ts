import { describe, expect, it } from 'vitest';
import { detailOf } from './security-detail';

describe('the detail of a security event', () => {
  it.each([
    [{ method: 'password' }, 'by password'],
    [{ method: 'client_credentials' }, 'for a token, by secret'],
    [{ reason: 'revoked key' }, 'revoked key'],
    [{ issuer: 'https://id.test', reason: 'another subject' }, 'https://id.test, another subject'],
    [
      { verb: 'prospects.create', permission: 'crm.prospect.write', reason: 'PERMISSION' },
      'prospects.create, requires crm.prospect.write',
    ],
    [
      { verb: 'members.change', permission: 'org.member.write', reason: 'SUBSIDIARY_SCOPE' },
      'members.change, requires org.member.write, subsidiary scope',
    ],
    [
      {
        noun: 'member',
        before: null,
        after: { name: 'Rita', email: 'r@x.test', roles: ['viewer'], subsidiaryIds: [], userId: 'u' },
      },
      'Member Rita (r@x.test): viewer; all subsidiaries',
    ],
    [
      { noun: 'member', before: null, after: { roles: ['viewer'], customRoleIds: [], subsidiaryIds: [] } },
      'Member: viewer; all subsidiaries',
    ],
    [
      { noun: 'member', before: { customRoleIds: ['a'] }, after: { customRoleIds: [] } },
      'Member: 1 of the organization’s own roles → none',
    ],
    [
      { noun: 'member', before: { roles: ['viewer'] }, after: { roles: ['accountant', 'sales'] } },
      'Member: viewer → accountant, sales',
    ],
    [
      { noun: 'member', before: { subsidiaryIds: [] }, after: { subsidiaryIds: ['a', 'b'] } },
      'Member: all subsidiaries → 2 subsidiaries',
    ],
    [
      { noun: 'API key', before: null, after: { name: 'Site', scopes: [], expiresAt: null } },
      'API key Site: every scope',
    ],
    [
      {
        noun: 'organization',
        before: { segregationOfDuties: 'off' },
        after: { segregationOfDuties: 'enforce' },
      },
      'Organization: four eyes off → four eyes on',
    ],
    [{ noun: 'member', before: { recordStatus: 'active' }, after: { recordStatus: 'inactive' } }, 'Member'],
    [null, ''],
    ['text', ''],
    [{}, ''],
  ])('%j reads %j', (detail, reads) => {
    expect(detailOf(detail)).toBe(reads);
  });
});
