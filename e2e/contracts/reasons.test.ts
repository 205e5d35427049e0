import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { createContext } from '@/surfaces/trpc/context';
import { appRouter } from '@/surfaces/trpc/root';
import { createCallerFactory } from '@/surfaces/trpc/trpc';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { fingerprint } from '../support/fingerprint';
import { procedures } from '../support/generated/procedures';
import { askAs, inParallel, surfaceRoutes } from '../support/in-process';
import { type JsonSchema, sampleOf, schemaOf } from '../support/sample';

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';
const BLANKS = ['', '   ', '\n\t', '...', ' - ', '?!', '\u00a0\u200b'];
const WORDS = 'must contain words, not only spaces or punctuation';

let organization: TestOrganization;
beforeAll(async () => {
  organization = await foundTestOrganization();
});
afterAll(closeConnections);

interface Reasoned {
  /** A sample input with this reason. */
  readonly with: (reason: string) => unknown;
  readonly path: readonly string[];
}

/** Every place in a schema where the caller states a reason as free text. */
function reasonsIn(schema: JsonSchema, field = ''): Reasoned[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => reasonsIn(option, field));
  if (/reason$/i.test(field) && schema.type === 'string' && schema.enum === undefined)
    return [{ with: (reason) => reason, path: [] }];
  if (typeof schema.items === 'object') {
    return reasonsIn(schema.items, field).map((one) => ({
      with: (reason) => [one.with(reason)],
      path: ['0', ...one.path],
    }));
  }
  const whole = sampleOf(schema, () => UNKNOWN);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    reasonsIn(inner, name).map((one) => ({
      with: (reason) => ({ ...(whole as object), [name]: one.with(reason) }),
      path: [name, ...one.path],
    })),
  );
}

describe('a reason contains words', () => {
  test('every route that requires one refuses a blank or mere punctuation, naming the field, and nothing is written', async () => {
    const ask = askAs(organization.principals.admin);
    const before = await fingerprint(organization.organizationId);
    const wrong: string[] = [];
    const found = surfaceRoutes().flatMap((route) =>
      route.body === null || route.method === 'GET'
        ? []
        : reasonsIn(schemaOf(route.body)).map((one) => ({ route, one })),
    );
    await inParallel(found, async ({ route: { operation, method, path }, one }) => {
      for (const blank of BLANKS) {
        const body = JSON.stringify(one.with(blank));
        const { status, text } = await ask({ method, path: path.replaceAll(/\{\w+\}/g, UNKNOWN), body });
        const isNamed = text.includes(`"field":"${one.path.join('.')}","message":"${WORDS}"`);
        if (status !== 400 || !isNamed)
          wrong.push(`${operation} ${JSON.stringify(blank)}: ${status} ${text.slice(0, 200)}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(found.map(({ route }) => route.operation)).toEqual(
      expect.arrayContaining([
        'C.transactions.reverse',
        'C.transactions.cancel',
        'C.revenueContracts.terminate',
        'C.revenueContracts.modify',
        'C.revenueContracts.event',
        'C.revenueEvents.void',
        'C.revenueEvents.replace',
        'C.revenueModifications.decide',
      ]),
    );
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });

  test('every procedure that requires one refuses a blank or mere punctuation, naming the field, and nothing is written', async () => {
    const before = await fingerprint(organization.organizationId);
    const context = {
      ...createContext({ method: 'POST', header: () => null }),
      principal: async () => organization.principals.admin,
    };
    const caller = createCallerFactory(appRouter)(context);
    const wrong: string[] = [];
    const found = procedures().flatMap(({ name, schema }) => reasonsIn(schema).map((one) => ({ name, one })));
    await inParallel(found, async ({ name, one }) => {
      let target: unknown = caller;
      for (const part of name.split('.')) target = (target as Record<string, unknown>)[part];
      for (const blank of BLANKS) {
        const issues = await (target as (input: unknown) => Promise<unknown>)(one.with(blank)).then(
          () => [],
          (error: { cause?: { refusal?: { data?: { issues?: { path: string[]; message: string }[] } } } }) =>
            error.cause?.refusal?.data?.issues ?? [],
        );
        if (!issues.some(({ path, message }) => path.join() === one.path.join() && message === WORDS))
          wrong.push(`${name} ${JSON.stringify(blank)}: ${JSON.stringify(issues)}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'periods.reopen',
        'periods.close',
        'transactions.reject',
        'transactions.reverse',
        'revenue.events.void',
      ]),
    );
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });
});
