import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { updateContract } from '@/usecases/revenue/contracts/update-contract';
import { fingerprint } from '../../support/fingerprint';
import { PROBABLE } from '../books';
import { type Asked, type Company, on, openCompany, point } from '../company';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(closeConnections);

const whole = {
  key: 'reward',
  method: 'MOST_LIKELY',
  outcomes: [{ amount: '5', probability: '1' }],
  ...PROBABLE,
};
type Element = Partial<Record<keyof typeof whole, unknown>>;
/** Every verb of revenue that accepts an estimate. */
const DOORS: readonly [where: string, ask: (element: Element) => Asked][] = [
  ['a new contract', (element) => company.priced({ fixed: '1', variable: [element] }, point('a', '10'))],
  [
    'a draft that is changed',
    (element) => ({
      method: 'PUT',
      path: `/contracts/${company.draftId}`,
      body: { price: { fixed: '1', variable: [element] } },
    }),
  ],
  ['a modification', (element) => company.modified({ variable: [element], answers: { priceAtSsp: false } })],
  [
    'a reassessment',
    (element) => company.event({ kind: 'reassessment', ...on('2026-02-01'), ...element, key: 'bonus' }),
  ],
];

describe('606-10-32-5 to 32-14: a variable amount names its method, its constraint and its evidence', () => {
  test.each(DOORS)('%s accepts one that names all three', async (_where, ask) => {
    const { method = 'POST', path, body } = ask(whole);
    const sent = await company.door.send(method, `/api/v1/revenue${path}?dryRun=true`, { body });
    expect([200, 201], sent.text).toContain(sent.status);
  });

  test.each(
    DOORS.flatMap(([where, ask]) =>
      (
        [
          ['method', { method: undefined }, 'must be EXPECTED_VALUE or MOST_LIKELY'],
          [
            'constraint',
            { constraint: undefined },
            'must say how much of the estimate is probable not to reverse',
          ],
          ['constraint', { constraint: { kind: 'PROBABLY' } }, 'must say how much of the estimate'],
          ['evidence', { evidence: undefined }, 'must contain words'],
          ['evidence', { evidence: ' …!? ' }, 'must contain words'],
        ] as const
      ).map(([field, part, words]) => [where, field, part, words, ask] as const),
    ),
  )(
    '%s without its %s (%j) is refused with the reason and nothing changes',
    async (_where, field, part, words, ask) => {
      const asked = ask({ ...whole, ...part });
      await company.refuses(asked, 'INVALID_INPUT');
      const { method = 'POST', path, body } = asked;
      const { json } = await company.door.send(method, `/api/v1/revenue${path}`, { body });
      const { issues } = (json as { details: { issues: { field: string; message: string }[] } }).details;
      expect(issues).toEqual([
        { field: expect.stringContaining(field), message: expect.stringContaining(words) },
      ]);
    },
  );

  test('the decision and its evidence are shown with the basis of the price', async () => {
    const { body, path } = company.priced({ fixed: '1', variable: [whole] }, point('a', '10'));
    const { json } = await company.door.send('POST', `/api/v1/revenue${path}`, { body });
    expect(JSON.stringify(json)).toContain(
      'MOST_LIKELY, constraint NONE (606-10-32-8, 32-11): Paid in full under each of the ten contracts before',
    );
  });

  test('a draft from before the decision was required is completed before it is priced again', async () => {
    const { org } = company.books;
    const { body, path } = company.priced({ fixed: '1', variable: [whole] }, point('a', '10'));
    const made = await company.door.send('POST', `/api/v1/revenue${path}`, { body });
    const { id } = (made.json as { contract: { id: string } }).contract;
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, (tenant) =>
      sql(
        tenant,
        `update revenue_contracts set terms = terms #- '{price,variable,0,constraint}' #- '{price,variable,0,evidence}'
         where id = $1::uuid`,
        [id],
      ),
    );
    const before = await fingerprint(org.organizationId);
    await expect(
      runForOutput(updateContract, org.callAs('revenue'), { id, data: { startDate: '2026-02-01' } }),
    ).rejects.toMatchObject({
      refusal: {
        code: 'INVALID_INPUT',
        data: {
          issues: [
            {
              path: ['price', 'variable', '0', 'constraint'],
              message: 'must be given for the variable amount reward',
            },
            { path: ['price', 'variable', '0', 'evidence'] },
          ],
        },
      },
    });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });
});
