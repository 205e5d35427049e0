import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signAccessToken } from '@/auth/credentials/access-token';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { getImport } from '@/usecases/imports/get-import';
import { listAllImports } from '@/usecases/imports/list-imports';
import { runForOutput } from '@/usecases/kit/run';
import { answerUpload, answerUploadRequest } from './upload';
import { ORGANIZATION_HEADER, UPLOAD_PATH } from './upload-path';

let home: TestOrganization;
let other: TestOrganization;
let token: string;
beforeAll(async () => {
  home = await foundTestOrganization();
  other = await foundTestOrganization();
  const { id } = home.users.accountant;
  const sessionId = await startBrowserSession(id, null);
  const claims = { kind: 'user', subject: id, organizationId: home.organizationId, sessionId } as const;
  token = await signAccessToken(claims, ['accountant']);
});
afterAll(closeConnections);

const signed = () => ({ authorization: `Bearer ${token}`, [ORGANIZATION_HEADER]: home.organizationId });

async function upload(
  body: string,
  {
    query = 'noun=vendors&fileName=vendors.csv',
    headers = signed(),
  }: { readonly query?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const response = await answerUploadRequest(
    new Request(`http://daybook.test${UPLOAD_PATH}?${query}`, { method: 'POST', headers, body }),
  );
  return { status: response.status, answer: await response.json() };
}
const count = async (of = home) => (await runForOutput(listAllImports, of.callAs('admin'), {})).total;
const call = () => home.callAs('accountant');

describe('the door for uploads', () => {
  it('stores a table and answers the id of its import', async () => {
    const { status, answer } = await upload('Name\nPaper Mill\nInk Works\n');
    expect(status).toBe(200);
    expect(await runForOutput(getImport, call(), { id: answer.id })).toMatchObject({
      fileName: 'vendors.csv',
      counts: { total: 2 },
      createdByName: home.users.accountant.name,
    });
  });

  it('refuses who is not signed in, who is not a member, and what the role may not import, and stores nothing', async () => {
    const before = await count();
    expect(
      await upload('Name\nA', { headers: { [ORGANIZATION_HEADER]: home.organizationId } }),
    ).toMatchObject({
      status: 401,
      answer: { data: { refusal: { code: 'UNAUTHENTICATED' } } },
    });
    const stranger = { authorization: `Bearer ${token}`, [ORGANIZATION_HEADER]: other.organizationId };
    expect(await upload('Name\nA', { headers: stranger })).toMatchObject({ status: 403 });
    expect(await upload('Name\nA', { query: 'noun=prospects' })).toMatchObject({
      status: 403,
      answer: { data: { refusal: { code: 'FORBIDDEN', data: { permission: 'crm.prospect.write' } } } },
    });
    expect(await upload('Name\nA', { query: 'noun=planets' })).toMatchObject({
      status: 400,
      answer: { data: { refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['noun'] }] } } } },
    });
    expect(await count()).toBe(before);
    expect(await count(other)).toBe(0);
  });

  it('reads no more of a file than its limit, and keeps nothing of one that is larger', async () => {
    const before = await count();
    const limit = 4 * 1024 * 1024;
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('Name\n');
      for (;;) {
        const piece = new TextEncoder().encode('A vendor of some length\n'.repeat(2_000));
        sent += piece.length;
        yield piece;
      }
    }
    const { status, body } = await answerUpload(
      {
        method: 'POST',
        header: (name) => new Headers(signed()).get(name),
        query: new URLSearchParams('noun=vendors'),
        bytes: endless(),
      },
      { limitBytes: limit },
    );
    expect([status, JSON.parse(body)]).toMatchObject([
      413,
      { data: { refusal: { code: 'BODY_TOO_LARGE', data: { limitBytes: limit } } } },
    ]);
    expect(sent).toBeLessThan(limit + 200_000);
    expect(await count()).toBe(before);
  });
});
