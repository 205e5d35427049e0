import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRecoveryCodes, spendRecoveryCode } from '@/auth/sign-in/recovery-codes';
import { closeConnections } from '@/db/client';
import { countRecoveryCodes, replaceRecoveryCodes } from '@/db/identity/second-factors';
import { hashSecret } from '@/lib/secrets';
import { contend, holdIdentity, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

let home: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'House of recovery codes' });
});
afterAll(() => closeConnections());

const hashesOf = (userId: string) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ hash: string }>(
      'select code_hash as hash from recovery_codes where user_id = $1',
      [userId],
    );
    return rows.map(({ hash }) => hash);
  });

describe('recovery codes', () => {
  it('are stored like passwords: argon2id, each with its own salt', async () => {
    const { id } = home.users.accountant;
    const codes = await newRecoveryCodes(id);
    const kept = await hashesOf(id);
    expect(codes).toHaveLength(10);
    expect(kept).toHaveLength(10);
    for (const hash of kept) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(kept.map((hash) => hash.split('$')[4])).size).toBe(10);
  });

  it('count once each, for their owner only, whichever of the ten it is', async () => {
    const [{ id }, other] = [home.users.controller, home.users.viewer];
    const codes = await newRecoveryCodes(id);
    await newRecoveryCodes(other.id);
    const [first = '', last = ''] = [codes[0], codes.at(-1)];
    expect(await spendRecoveryCode(other.id, first)).toBe(false);
    for (const code of [last, first]) {
      expect(await spendRecoveryCode(id, code)).toBe(true);
      expect(await spendRecoveryCode(id, code)).toBe(false);
    }
    expect([await countRecoveryCodes(id), await countRecoveryCodes(other.id)]).toEqual([8, 10]);
  });

  it('count once when the same one is given by several at once', async () => {
    const { id } = home.users.approver;
    const [code = ''] = await newRecoveryCodes(id);
    const answers = await contend(
      holdIdentity('recovery_codes', 'user_id', id),
      [1, 2, 3].map(() => () => spendRecoveryCode(id, code)),
    );
    expect(valuesOf(answers).filter(Boolean)).toHaveLength(1);
    expect(await countRecoveryCodes(id)).toBe(9);
  });

  it('are the only thing accepted: not a hash from the database, half a code or an empty one', async () => {
    const { id } = home.users.revenue;
    const [code = ''] = await newRecoveryCodes(id);
    const [hash = ''] = await hashesOf(id);
    for (const typed of [hash, code.slice(0, 5), `${code}a`, '', '0'.repeat(10), ' '.repeat(50)])
      expect([typed, await spendRecoveryCode(id, typed)]).toEqual([typed, false]);
    expect(await countRecoveryCodes(id)).toBe(10);
  });

  it('printed before they were kept this way still count, once', async () => {
    const { id } = home.users.sales;
    await replaceRecoveryCodes(id, [hashSecret(`${id} k3v9q7m2xt`), hashSecret(`${id} zzzzz22222`)]);
    expect(await spendRecoveryCode(id, 'K3V9Q-7M2XT')).toBe(true);
    expect(await spendRecoveryCode(id, 'K3V9Q-7M2XT')).toBe(false);
    expect(await countRecoveryCodes(id)).toBe(1);
  });
});
