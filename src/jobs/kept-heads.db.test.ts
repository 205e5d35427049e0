import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_HEAD } from '@/core/evidence/kept-head';
import { testMailServer } from '@/testing/outside/smtp-server';
import { startAuthority, type TestAuthority } from '@/testing/outside/time-stamp-authority';
import {
  mailHeads,
  mailServerFor,
  missingFrom,
  readKeptHeads,
  stampOf,
  takeHeads,
  writeKeptHeads,
} from './kept-heads';
import { headLines } from './verdict-table';

let folder: string;
let authority: TestAuthority;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'heads-'));
  authority = await startAuthority();
});
afterAll(() => {
  authority.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date('2026-11-21T10:00:00Z');
const verdicts = [
  {
    organizationId: '0190',
    organizationName: 'Meridian Cloud',
    heads: { audit: { sequence: '7', hash: 'a'.repeat(64) }, ledger: EMPTY_HEAD },
  },
];
const inFolder = (name: string) => path.join(folder, name);

describe('heads kept in a file', () => {
  it('are read back with the time stamp of their authority, and the terminal shows them', async () => {
    const kept = await takeHeads(verdicts, now, authority.url);
    writeKeptHeads(inFolder('one.json'), kept, undefined);
    const read = readKeptHeads(inFolder('one.json'));
    expect(read).toEqual(kept);
    writeFileSync(inFolder('ca.pem'), `# the root\n${authority.pem}`);
    expect(stampOf(read, inFolder('ca.pem'))).toMatchObject({ authority: 'CN=Test Stamps', isTrusted: true });
    expect(stampOf(read, undefined)).toMatchObject({ isTrusted: false });
    expect(headLines(verdicts)).toBe(`Meridian Cloud: audit 7 ${'a'.repeat(64)}, ledger 0 ${'0'.repeat(64)}`);
  });

  it('have no time stamp without an authority', async () => {
    const kept = await takeHeads(verdicts, now, undefined);
    expect(kept.timeStamp).toBeUndefined();
    expect(stampOf(kept, undefined)).toBeNull();
  });

  it('are refused when they are not what was stamped', async () => {
    const kept = await takeHeads(verdicts, now, authority.url);
    const changed = JSON.stringify(kept).replace('a'.repeat(64), 'b'.repeat(64));
    writeFileSync(inFolder('changed.json'), changed);
    expect(() => stampOf(readKeptHeads(inFolder('changed.json')), undefined)).toThrow(/something else/);
  });

  it('are not written over others, except over those that were just compared with', async () => {
    const file = inFolder('two.json');
    const first = await takeHeads(verdicts, now, undefined);
    writeKeptHeads(file, first, undefined);
    const later = await takeHeads(verdicts, new Date('2026-11-22T10:00:00Z'), undefined);
    expect(() => writeKeptHeads(file, later, undefined)).toThrow(/exists/);
    expect(() => writeKeptHeads(file, later, inFolder('one.json'))).toThrow(/exists/);
    expect(readKeptHeads(file)).toEqual(first);
    writeKeptHeads(file, later, file);
    expect(readKeptHeads(file)).toEqual(later);
  });

  it('that are missing or something else are refused in a sentence', () => {
    expect(() => readKeptHeads(inFolder('nowhere.json'))).toThrow(/cannot be read/);
    writeFileSync(inFolder('other.json'), '{}');
    expect(() => readKeptHeads(inFolder('other.json'))).toThrow(/does not contain kept heads/);
    expect(readFileSync(inFolder('other.json'), 'utf8')).toBe('{}');
  });

  it('name the organizations that are gone', async () => {
    const kept = await takeHeads(verdicts, now, undefined);
    expect(missingFrom(kept, new Set(['0190']))).toEqual([]);
    expect(missingFrom(kept, new Set())).toMatchObject([{ organizationName: 'Meridian Cloud' }]);
  });
});

/** The file that goes with a message, as a mail program saves it. */
function fileIn(message: string): string {
  const part = message.slice(message.indexOf('Content-Disposition: attachment'));
  const [encoded = ''] = part.slice(part.indexOf('\n\n')).split('\n--');
  return Buffer.from(encoded, 'base64').toString('utf8');
}

describe('heads sent by mail', () => {
  it('arrive as a file that is read back with its time stamp, and not as heads that were changed on the way', async () => {
    const mail = await testMailServer();
    try {
      const kept = await takeHeads(verdicts, now, authority.url);
      await mailHeads(mailServerFor('auditor@example.test', mail.url), 'auditor@example.test', kept);
      const [message = ''] = mail.messages;
      expect(message).toMatch(/^To: auditor@example\.test$/m);
      expect(message).toContain('heads-2026-11-21.json');
      writeFileSync(inFolder('mailed.json'), fileIn(message));
      expect(readKeptHeads(inFolder('mailed.json'))).toEqual(kept);
      expect(stampOf(readKeptHeads(inFolder('mailed.json')), undefined)).toMatchObject({ isTrusted: false });
      writeFileSync(inFolder('forged.json'), fileIn(message).replace('a'.repeat(64), 'b'.repeat(64)));
      expect(() => stampOf(readKeptHeads(inFolder('forged.json')), undefined)).toThrow(/something else/);
    } finally {
      await mail.close();
    }
  });

  it('are refused without a mail server, for what is not one address, and when the mail server does not take them', async () => {
    expect(() => mailServerFor('auditor@example.test', undefined)).toThrow(/DAYBOOK_SMTP_URL/);
    expect(() => mailServerFor('a@example.test, b@example.test', 'smtp://127.0.0.1:1')).toThrow(
      /not one address/,
    );
    const mail = await testMailServer();
    try {
      mail.refuse(1);
      const kept = await takeHeads(verdicts, now, undefined);
      const server = mailServerFor('auditor@example.test', mail.url);
      await expect(mailHeads(server, 'auditor@example.test', kept)).rejects.toThrow();
      expect(mail.messages).toEqual([]);
    } finally {
      await mail.close();
    }
  });
});
