import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { systemPrincipal } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { fileTransport, MAIL_FOLDER, smtpTransport } from '@/lib/mail-transport';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { type TestMailServer, testMailServer } from '@/testing/outside/smtp-server';
import { withOwner } from '@/testing/owner';
import { deliverMails, MAIL_RETRY_SECONDS } from '@/usecases/mail/deliver-mails';

// From the verb that causes an email to the mail server, or to a file, and what is kept afterward: no secret.

let home: TestOrganization;
let server: TestMailServer;
let directory: string;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'Post office' });
  server = await testMailServer();
  directory = mkdtempSync(path.join(os.tmpdir(), 'daybook-mail-'));
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  await closeConnections();
});

const admin = () =>
  createCaller({
    ...createContext({ method: 'POST', header: () => null }),
    principal: async () => home.principals.admin,
  });
const anyone = () => createCaller(createContext({ method: 'POST', header: () => null }));
const newAddress = () => `post-${newId()}@example.test`;
const bySmtp = () => deliverMails(systemPrincipal(home.organizationId), smtpTransport(server.url));
const byFile = () => deliverMails(systemPrincipal(home.organizationId), fileTransport(directory));
const files = () => readdirSync(path.join(directory, MAIL_FOLDER));
const mailTo = async (email: string) =>
  (await admin().mail.outbox({})).mails.find(({ recipient }) => recipient === email);
const messagesTo = (email: string) => server.messages.filter((message) => message.includes(`To: ${email}`));

/** A message with its quoted-printable encoding removed. */
const readable = (message: string) => message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
const secretIn = (message: string) => /#([\w.-]+)/.exec(readable(message))?.[1] ?? '';

async function asOwner<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
    return (await client.query<Row>(text, [...values])).rows;
  });
}

const dueNow = () => asOwner(`update mails set next_attempt_at = now() where delivery_state = 'PENDING'`, []);

describe('mail by SMTP', () => {
  it('an invitation reaches the mail server once, as text and as HTML, with a link that works', async () => {
    const email = newAddress();
    await admin().members.invite({ email, name: 'Pia', roles: ['viewer'] });
    expect(await mailTo(email)).toMatchObject({ deliveryState: 'PENDING', kind: 'invitation' });
    valuesOf(await contend<unknown>(holdWrites(home.organizationId), [bySmtp, bySmtp]));
    await bySmtp();
    const [message = '', ...more] = messagesTo(email);
    expect(more).toEqual([]);
    expect(message).toContain('Subject: Invitation to the books of Post office');
    expect(message).toContain('Content-Type: text/plain');
    expect(message).toContain('Content-Type: text/html');
    await expect(anyone().invitations.look({ secret: secretIn(message) })).resolves.toMatchObject({ email });
    expect(await mailTo(email)).toMatchObject({ deliveryState: 'SENT', attempts: 1 });
  });

  it('is one email to one person, whatever names it contains: they add no header, no part and no recipient', async () => {
    const hostile = await foundTestOrganization({
      name: 'Books\r\nBcc: all@example.test\r\n\r\n<script>alert(1)</script>\u2028',
    });
    const by = createCaller({
      ...createContext({ method: 'POST', header: () => null }),
      principal: async () => hostile.principals.admin,
    });
    const email = newAddress();
    const name = '"Pia" <b@example.test>,\r\nX-Evil: 1\r\n.\r\nRCPT TO:<c@example.test>';
    await by.members.invite({ email, name, roles: ['viewer'] });
    const before = server.messages.length;
    await deliverMails(systemPrincipal(hostile.organizationId), smtpTransport(server.url));
    const [message = '', ...more] = server.messages.slice(before);
    expect(more).toEqual([]);
    expect(server.recipients[before]).toEqual([`<${email}>`]);
    const [head = ''] = message.split('\n\n');
    const headers = head.split('\n').filter((line) => !/^\s/.test(line));
    expect(headers.filter((line) => /^(?:bcc|cc|x-evil|<script)/i.test(line))).toEqual([]);
    expect(headers.filter((line) => /^to:/i.test(line))).toEqual([`To: ${email}`]);
    const [, html = ''] = readable(message).split('Content-Type: text/html');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });

  it('is not queued for what is not one address', async () => {
    for (const email of [
      ...[
        'a@example.test\r\nBcc: b@example.test',
        'a@example.test,b@example.test',
        'a@example.test b@example.test',
      ],
      ...[
        '"a" <a@example.test>',
        '<a@example.test>',
        'a@example.test\0',
        'a',
        'a@b@example.test',
        '@example.test',
      ],
    ]) {
      await expect(
        admin().members.invite({ email, name: 'Pia', roles: ['viewer'] }),
        email,
      ).rejects.toThrow();
      expect(await mailTo(email)).toBeUndefined();
    }
  });

  it('is not sent when what it reports was rolled back', async () => {
    const email = newAddress();
    await admin().members.invite({ email, name: 'Pia', roles: ['viewer'], $call: { dryRun: true } });
    await bySmtp();
    expect(await mailTo(email)).toBeUndefined();
    expect(messagesTo(email)).toEqual([]);
  });

  it('is tried again after a refusal, immediately on request, and given up without its secret after the last attempt', async () => {
    const email = newAddress();
    await admin().members.invite({ email, name: 'Pia', roles: ['viewer'] });
    server.refuse(1);
    await bySmtp();
    const waiting = await mailTo(email);
    expect(waiting).toMatchObject({
      deliveryState: 'PENDING',
      attempts: 1,
      lastError: expect.stringContaining('451'),
    });
    await bySmtp();
    expect(messagesTo(email)).toEqual([]);
    await admin().mail.retry({ id: waiting?.id ?? '' });
    await bySmtp();
    expect(messagesTo(email)).toHaveLength(1);

    const lost = newAddress();
    await admin().members.invite({ email: lost, name: 'Pia', roles: ['viewer'] });
    server.refuse(MAIL_RETRY_SECONDS.length + 1);
    for (let attempt = 0; attempt <= MAIL_RETRY_SECONDS.length; attempt += 1) {
      await dueNow();
      await bySmtp();
    }
    expect(await mailTo(lost)).toMatchObject({
      deliveryState: 'FAILED',
      attempts: MAIL_RETRY_SECONDS.length + 1,
    });
    const [kept] = await asOwner<{ sealed: string | null }>(
      'select sealed_body as sealed from mails where recipient = $1',
      [lost],
    );
    expect(kept?.sealed).toBeNull();
    await expect(admin().mail.retry({ id: (await mailTo(lost))?.id ?? '' })).rejects.toMatchObject({
      cause: { refusal: { code: 'INVALID_STATUS_TRANSITION' } },
    });
  });

  it('is not sent when its link was replaced before it went out', async () => {
    const email = newAddress();
    const { invitation } = await admin().members.invite({ email, name: 'Pia', roles: ['viewer'] });
    await admin().members.resend({ id: invitation.id });
    await bySmtp();
    await bySmtp();
    const states = (await admin().mail.outbox({})).mails
      .filter(({ recipient }) => recipient === email)
      .map(({ deliveryState }) => deliveryState);
    expect(states).toEqual(['SENT', 'OBSOLETE']);
    expect(messagesTo(email)).toHaveLength(1);
  });

  it('the secret of a link is readable nowhere in the database, neither while it waits nor afterward', async () => {
    const email = newAddress();
    const { link } = await admin().members.invite({ email, name: 'Pia', roles: ['viewer'] });
    const random = link.split('.').at(-1);
    const found = () =>
      asOwner<{ n: number }>(`select count(*)::int as n from mails m where m::text like '%' || $1 || '%'`, [
        random,
      ]);
    expect((await found())[0]?.n).toBe(0);
    await bySmtp();
    const [row] = await asOwner<{ sealed: string | null }>(
      'select sealed_body as sealed from mails where recipient = $1',
      [email],
    );
    expect(row?.sealed).toBeNull();
  });
});

describe('mail without a server', () => {
  it('is written to a file that only its owner can read, and removed when the link is used', async () => {
    const email = newAddress();
    await admin().members.invite({ email, name: 'Fil', roles: ['viewer'] });
    await byFile();
    const mail = await mailTo(email);
    expect(mail).toMatchObject({ deliveryState: 'FILED', fileName: expect.stringMatching(/\.eml$/) });
    const file = path.join(directory, MAIL_FOLDER, mail?.fileName ?? '');
    expect(statSync(file).mode & 0o077).toBe(0);
    const secret = secretIn(readFileSync(file, 'utf8'));
    await anyone().invitations.join({ secret, name: 'Fil', password: 'nine copper kettles sing' });
    await byFile();
    expect(files()).not.toContain(mail?.fileName);
    expect(await mailTo(email)).toMatchObject({ deliveryState: 'FILED', fileName: null });
  });

  it('the file is removed when the link has expired', async () => {
    const email = newAddress();
    await admin().members.invite({ email, name: 'Fil', roles: ['viewer'] });
    await byFile();
    const name = (await mailTo(email))?.fileName ?? '';
    expect(files()).toContain(name);
    await asOwner(`update mails set expires_at = now() - interval '1 second' where recipient = $1`, [email]);
    await byFile();
    expect(files()).not.toContain(name);
  });
});

describe('a password that was forgotten', () => {
  const ask = (email: string) => anyone().passwords.ask({ email });
  /** Waits for the email that the endpoint writes after it has answered. */
  const asked = (email: string, count: number) =>
    expect
      .poll(
        async () =>
          (await admin().mail.outbox({})).mails.filter(({ recipient }) => recipient === email).length,
      )
      .toBe(count);

  it('is replaced at a link that is mailed to the address; the answer is the same without an account', async () => {
    const { email } = home.users.sales;
    expect(await ask(email)).toEqual(await ask(newAddress()));
    await asked(email, 1);
    await bySmtp();
    const secret = secretIn(messagesTo(email)[0] ?? '');
    await expect(anyone().passwords.look({ secret })).resolves.toMatchObject({ email });
    await anyone().passwords.choose({ secret, password: 'nine copper kettles sing' });
    await expect(anyone().passwords.look({ secret })).rejects.toMatchObject({
      cause: { refusal: { code: 'NOT_FOUND' } },
    });
  });

  it('does not flood anyone with email: five links a day', async () => {
    const { email } = home.users.viewer;
    for (let time = 0; time < 8; time += 1) await ask(email);
    await asked(email, 5);
  });

  it('repeated requests from one network do not keep the owner from asking elsewhere', async () => {
    const { email } = home.users.controller;
    const from = (address: string) =>
      createCaller(
        createContext({ method: 'POST', header: (name) => (name === ADDRESS_HEADER ? address : null) }),
      ).passwords.ask({ email });
    for (let time = 0; time < 8; time += 1) await from('198.51.100.20');
    await asked(email, 5);
    await from('192.0.2.20');
    await asked(email, 6);
  });

  it('of someone who may not sign in is not requested', async () => {
    const { email, id } = home.users.auditor;
    await withOwner((client) => client.query('update users set is_disabled = true where id = $1', [id]));
    await ask(email);
    const { email: other } = home.users.approver;
    await ask(other);
    await asked(other, 1);
    expect(await mailTo(email)).toBeUndefined();
  });
});
