import { afterAll, beforeAll, expect, test } from 'vitest';
import { provePassword } from '@/auth/sign-in/sign-in';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { organizationWithPasswords } from '../contracts/auth/sign-in-fixture';

const ROUNDS = 7;

let organization: TestOrganization;
let networks = 0;
beforeAll(async () => {
  organization = await organizationWithPasswords();
});
afterAll(closeConnections);

/**
 * Milliseconds of processor time that this process spends on refusing a wrong password: the median of several, each from a separate
 * network.
 */
async function workFor(email: () => string): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    networks += 1;
    const address = `2001:db8:77:${networks.toString(16)}::1`;
    const before = process.cpuUsage();
    await expect(provePassword(email(), 'not the password of anyone', address)).rejects.toThrow();
    const { user, system } = process.cpuUsage(before);
    all.push((user + system) / 1_000);
  }
  return all.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

test('a wrong password takes as much work for an account that does not exist as for one that does, or for one without a password', async () => {
  const { email } = organization.users.accountant;
  const { id } = organization.users.viewer;
  await withOwner((client) => client.query('update users set password_hash = null where id = $1', [id]));
  // Once beforehand, so that what is loaded and planned the first time is not counted.
  await workFor(() => email);
  const known = await workFor(() => email);
  const unknown = await workFor(() => `${newId()}@example.test`);
  const withoutPassword = await workFor(() => organization.users.viewer.email);
  // Without the hash it would be a tenth.
  expect(unknown).toBeGreaterThan(known / 3);
  expect(withoutPassword).toBeGreaterThan(known / 3);
  expect(unknown).toBeLessThan(known * 3);
});
