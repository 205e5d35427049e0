import { createContext } from '@/surfaces/trpc/context';
import { appRouter } from '@/surfaces/trpc/root';
import { createCallerFactory } from '@/surfaces/trpc/trpc';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { askAs, type Reply } from '../in-process';

/** A verb's answer, as far as the recipes read it. */
export interface Answered {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** An organization whose admin can call every verb of tRPC and of the four surfaces. */
export interface WriteWorld {
  readonly org: TestOrganization;
  /** Calls a procedure, e.g. `accounts.create`. */
  call(name: string, input?: unknown): Promise<Answered>;
  rest(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
}

/** Creates everything a procedure requires and returns the input with which it succeeds. */
export type Recipe = (world: WriteWorld) => Promise<object>;
export type Recipes = Readonly<Record<string, Recipe>>;

export async function openWorld(today?: string, baseCurrency = 'USD'): Promise<WriteWorld> {
  return worldOf(await foundTestOrganization({ baseCurrency, ...(today === undefined ? {} : { today }) }));
}

/** The same of books that exist. */
export function worldOf(org: TestOrganization): WriteWorld {
  const context = {
    ...createContext({ method: 'POST', header: () => null }),
    clock: org.clock,
    principal: async () => org.principals.admin,
  };
  const caller = createCallerFactory(appRouter)(context);
  const ask = askAs(org.principals.admin);
  return {
    org,
    async call(name, input) {
      let target: unknown = caller;
      for (const part of name.split('.')) target = (target as Record<string, unknown>)[part];
      return (await (target as (input: unknown) => Promise<unknown>)(input)) as Answered;
    },
    rest: (method, path, body, headers = {}) =>
      ask({ method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) }),
  };
}

/** Number of audit rows and outbox events of the organization. */
export interface Marks {
  readonly audit: number;
  readonly events: number;
}

export function marksOf(organizationId: string): Promise<Marks> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows } = await client.query<{ audit: number; events: number }>(
      `select (select count(*) from audit_log where organization_id = $1)::int as audit,
              (select count(*) from outbox_events where organization_id = $1)::int as events`,
      [organizationId],
    );
    return rows[0] ?? { audit: 0, events: 0 };
  });
}
