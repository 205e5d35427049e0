import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyPassword } from '@/lib/password';
import { hashChosenPassword } from './chosen-password';

const KNOWN = 'nine copper kettles sing';
const before = process.env.DAYBOOK_BREACHED_PASSWORDS;
let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chosen-'));
  const file = path.join(folder, 'list');
  fs.writeFileSync(file, `${createHash('sha1').update(KNOWN).digest('hex').toUpperCase()}:12\n`);
  process.env.DAYBOOK_BREACHED_PASSWORDS = file;
});
afterAll(() => {
  if (before === undefined) delete process.env.DAYBOOK_BREACHED_PASSWORDS;
  else process.env.DAYBOOK_BREACHED_PASSWORDS = before;
  fs.rmSync(folder, { recursive: true });
});

const person = { name: 'Ada Byron', email: 'ada@example.test', companies: [] };

it('refuses a breached password, however good it is, and accepts one that is not breached', async () => {
  await expect(hashChosenPassword(KNOWN, person, 'password')).rejects.toMatchObject({
    refusal: {
      code: 'INVALID_INPUT',
      data: { issues: [{ path: ['password'], message: expect.stringMatching(/was exposed elsewhere/) }] },
    },
  });
  const hash = await hashChosenPassword('seven other kettles whistle', person, 'password');
  expect(await verifyPassword(hash, 'seven other kettles whistle')).toBe(true);
});
