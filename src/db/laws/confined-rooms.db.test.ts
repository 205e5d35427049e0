import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { ConfinedRows, type Reach } from '@/testing/confined-rows';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Proves the laws identity/confined, identity/confined-rights of prisma/sql, table by table.

let org: TestOrganization;
let root: string;
let leaf: string;
let rows: ConfinedRows;

beforeAll(async () => {
  org = await foundTestOrganization();
  rows = new ConfinedRows(org.principals.admin.organizationId);
  root = org.ids.rootSubsidiary;
  leaf = (
    await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'LEAF', code: 'LEAF', parentId: root })
  ).id;
});
afterAll(closeConnections);

const REFUSED = /row-level security policy "confined/;

describe('a caller confined to subsidiaries', () => {
  it('sees their own subsidiaries and renames no other', async () => {
    expect(await rows.seen([leaf], 'subsidiaries', [root, leaf])).toEqual([leaf]);
    expect(
      await rows.as([leaf], `update subsidiaries set name = 'Mine' where id = $1 returning id`, [root]),
    ).toEqual([]);
    expect(await rows.seen(null, 'subsidiaries', [root, leaf])).toEqual([root, leaf]);
  });

  it.each(['warehouses', 'customers'])(
    '%s: sees those of their subsidiaries and those that belong to none, and moves none out of reach or into it',
    async (table) => {
      const of = (subsidiary_id: string | null, code: string, by: Reach = null) =>
        rows.add(
          table,
          table === 'customers' ? { company_name: code, subsidiary_id } : { code, name: code, subsidiary_id },
          by,
        );
      const [shared, own, other] = [await of(null, 'S'), await of(leaf, 'O', [leaf]), await of(root, 'X')];
      expect(await rows.seen([leaf], table, [shared, own, other])).toEqual([shared, own]);
      expect(await rows.seen(null, table, [shared, own, other])).toEqual([shared, own, other]);
      await expect(of(root, 'Y', [leaf])).rejects.toThrow(REFUSED);
      const move = `update ${table} set subsidiary_id = $2 where id = $1 returning id`;
      await expect(rows.as([leaf], move, [own, root])).rejects.toThrow(REFUSED);
      expect(await rows.as([leaf], move, [other, leaf])).toEqual([]);
      expect(await rows.as(null, `select subsidiary_id from ${table} where id = $1`, [own])).toEqual([
        { subsidiary_id: leaf },
      ]);
    },
  );

  it('sees the lines of a document that they see, and of no other', async () => {
    const [own, other] = [await createDocument(org, { subsidiaryId: leaf }), await createDocument(org)];
    for (const table of ['business_transaction_lines', 'transaction_impact_lines']) {
      const lines = (reach: Reach) =>
        rows.as(
          reach,
          `select distinct transaction_id as id from ${table} where transaction_id = any ($1::uuid[])`,
          [[own.id, other.id]],
        );
      expect(await lines([leaf]), table).toEqual([{ id: own.id }]);
      expect(await lines(null), table).toHaveLength(2);
    }
  });

  it('sees what settles what where both the payment and the document are within reach', async () => {
    const [here, there] = [
      (await createDocument(org, { subsidiaryId: leaf })).id,
      (await createDocument(org)).id,
    ];
    const pairs = [
      [here, here],
      [here, there],
      [there, here],
      [there, there],
    ];
    const ids: string[] = [];
    for (const [payment_id, document_id] of pairs) {
      ids.push(
        await rows.add('payment_applications', {
          payment_id,
          document_id,
          amount: '1',
          applied_on: '2026-11-05',
        }),
      );
    }
    expect(await rows.seen([leaf], 'payment_applications', ids)).toEqual(ids.slice(0, 1));
    expect(await rows.seen([root], 'payment_applications', ids)).toEqual(ids.slice(3));
    expect(await rows.seen([root, leaf], 'payment_applications', ids)).toEqual(ids);
  });

  it('sees the change orders of contracts and commitments of their own projects', async () => {
    const company_id = await rows.add('companies', { code: 'P', name: 'P', subsidiary_ids: [] });
    const changes: Record<string, string[]> = { [leaf]: [], [root]: [] };
    for (const subsidiary_id of [leaf, root]) {
      const code = subsidiary_id === leaf ? 'L' : 'R';
      const project_id = await rows.add('projects', {
        company_id,
        code,
        name: code,
        subsidiary_id,
        currency_code: 'USD',
      });
      const common = { project_id, title: code, original_amount: '1', currency_code: 'USD' };
      const parents = {
        prime_contract_id: await rows.add('prime_contracts', {
          ...common,
          contract_number: code,
          contract_date: '2026-01-01',
        }),
        commitment_id: await rows.add('commitments', {
          ...common,
          commitment_number: code,
          commitment_kind: 'SUBCONTRACT',
          committed_on: '2026-01-01',
        }),
      };
      for (const [parent, id] of Object.entries(parents)) {
        changes[subsidiary_id]?.push(
          await rows.add('change_orders', {
            [parent]: id,
            change_number: code,
            title: code,
            amount: '1',
            requested_on: '2026-01-02',
          }),
        );
      }
    }
    const all = [...(changes[leaf] ?? []), ...(changes[root] ?? [])];
    expect(await rows.seen([leaf], 'change_orders', all)).toEqual(changes[leaf]);
    expect(await rows.seen(null, 'change_orders', all)).toEqual(all);
  });

  it('sees which fiscal calendar everyone follows and their own, and chooses one for no one else', async () => {
    const calendar_id = await rows.add('fiscal_calendars', {
      name: 'Weeks',
      pattern: '4-4-5',
      start_month: 1,
      first_weekday: 7,
      week_rule: 'NEAREST',
      adjustment_period: false,
      recorded_at: '2026-01-01',
    });
    const adoption = (subsidiary_id: string | null) => ({
      subsidiary_id,
      calendar_id,
      first_day: '2027-01-03',
      recorded_at: '2026-01-01',
    });
    const all = await rows.add('calendar_adoptions', adoption(null));
    const own = await rows.add('calendar_adoptions', adoption(leaf), [leaf]);
    const other = await rows.add('calendar_adoptions', adoption(root));
    expect(await rows.seen([leaf], 'calendar_adoptions', [all, own, other])).toEqual([all, own]);
    for (const one of [null, root]) {
      await expect(rows.add('calendar_adoptions', adoption(one), [leaf])).rejects.toThrow(REFUSED);
    }
  });

  it('posts by the general rule of a type, and neither makes, changes nor deletes one', async () => {
    const transaction_type_id = org.ids.types.JOURNAL;
    const [general] = (await rows.as(
      null,
      'select id from posting_rules where subsidiary_id is null limit 1',
    )) as [{ id: string }];
    const own = await rows.add('posting_rules', { transaction_type_id, subsidiary_id: leaf }, [leaf]);
    const other = await rows.add('posting_rules', { transaction_type_id, subsidiary_id: root });
    const ids = [general.id, own, other];
    expect(await rows.seen([leaf], 'posting_rules', ids)).toEqual([general.id, own]);
    await expect(
      rows.add('posting_rules', { transaction_type_id: org.ids.types.INVOICE, subsidiary_id: null }, [leaf]),
    ).rejects.toThrow(/row-level security/);
    expect(
      await rows.as(
        [leaf],
        'update posting_rules set tax_account_id = null, subsidiary_id = $2 where id = $1 returning id',
        [general.id, leaf],
      ),
    ).toEqual([]);
    expect(
      await rows.as([leaf], 'delete from posting_rules where id = $1 returning id', [general.id]),
    ).toEqual([]);
    expect(await rows.seen(null, 'posting_rules', ids)).toEqual(ids);
    expect(await rows.as([leaf], 'delete from posting_rules where id = $1 returning id', [own])).toHaveLength(
      1,
    );
  });
});

describe('the rights that a confined caller sees and hands out', () => {
  it('API clients: those that reach no further; none for everything', async () => {
    const client = (subsidiary_ids: readonly string[], by: Reach = null) =>
      rows.add(
        'api_clients',
        { name: 'x', client_id: newId(), secret_hash: 'x', roles: ['viewer'], subsidiary_ids },
        by,
      );
    const ids = [
      await client([]),
      await client([root]),
      await client([root, leaf]),
      await client([leaf], [leaf]),
    ];
    expect(await rows.seen([leaf], 'api_clients', ids)).toEqual(ids.slice(3));
    for (const wider of [[], [root], [root, leaf]]) {
      await expect(client(wider, [leaf])).rejects.toThrow(REFUSED);
    }
    expect(await rows.seen(null, 'api_clients', ids)).toEqual(ids);
  });

  it('companies and their keys: those that reach no further', async () => {
    const company = (code: string, subsidiary_ids: readonly string[], by: Reach = null) =>
      rows.add('companies', { code, name: code, subsidiary_ids }, by);
    const companies = [
      await company('A', [root]),
      await company('B', [leaf, root]),
      await company('C', [leaf], [leaf]),
    ];
    const keys: string[] = [];
    for (const company_id of companies) {
      keys.push(
        await rows.add('api_keys', {
          name: 'x',
          prefix: newId(),
          secret_hash: newId(),
          company_id,
          scopes: [],
        }),
      );
    }
    expect(await rows.seen([leaf], 'companies', companies)).toEqual(companies.slice(2));
    expect(await rows.seen([leaf], 'api_keys', keys)).toEqual(keys.slice(2));
    await expect(company('D', [root], [leaf])).rejects.toThrow(REFUSED);
    expect(
      await rows.as([leaf], 'update api_keys set revoked_at = now() where id = $1 returning id', [keys[0]]),
    ).toEqual([]);
    expect(await rows.seen(null, 'api_keys', keys)).toEqual(keys);
  });

  it('memberships: none is made that reaches further', async () => {
    const members = () => rows.as(null, 'select id, subsidiary_ids from memberships order by id');
    const before = await members();
    for (const subsidiary_ids of [[], [root], [root, leaf]]) {
      const wider = { user_id: org.users.viewer.id, roles: ['viewer'], subsidiary_ids };
      await expect(rows.add('memberships', wider, [leaf])).rejects.toThrow(REFUSED);
    }
    expect(await members()).toEqual(before);
  });

  it('invitations: those that reach no further; none for everything', async () => {
    const invitation = (subsidiary_ids: readonly string[], by: Reach = null) =>
      rows.add(
        'invitations',
        {
          email: `${newId()}@x.test`,
          name: 'x',
          roles: ['viewer'],
          subsidiary_ids,
          expires_at: '2026-12-31',
        },
        by,
      );
    const made = [await invitation([]), await invitation([root, leaf]), await invitation([leaf])];
    expect(await rows.seen([leaf], 'invitations', made)).toEqual(made.slice(2));
    for (const wider of [[], [root], [root, leaf]]) {
      await expect(invitation(wider, [leaf])).rejects.toThrow(REFUSED);
    }
    expect(await rows.seen([leaf], 'invitations', [await invitation([leaf], [leaf])])).toHaveLength(1);
    expect(await rows.seen(null, 'invitations', made)).toEqual(made);
  });

  it('mail: none is seen; what they cause is written all the same', async () => {
    const mail = (by: Reach = null) =>
      rows.add(
        'mails',
        {
          kind: 'invitation',
          recipient: 'x@x.test',
          subject: 'x',
          link_hash: newId(),
          expires_at: '2026-12-31',
        },
        by,
      );
    const [all, own] = [await mail(), await mail([leaf])];
    expect(await rows.seen([leaf], 'mails', [all, own])).toEqual([]);
    expect(await rows.seen(null, 'mails', [all, own])).toHaveLength(2);
  });

  it('sign-in: no provider is seen or made, since it could say that someone is anyone', async () => {
    const provider = (by: Reach = null) =>
      rows.add(
        'sign_in_providers',
        {
          name: newId(),
          issuer: 'https://idp.example.com',
          client_id: 'x',
          sealed_secret: 'x',
          joining_roles: [],
        },
        by,
      );
    const made = await provider();
    const person = { provider_id: made, subject: 'sub-1', user_id: org.users.viewer.id };
    const link =
      'insert into provider_people (organization_id, provider_id, subject, user_id) values ($1, $2, $3, $4)';
    await rows.as(null, link, [org.organizationId, made, person.subject, person.user_id]);
    const people = (by: Reach) =>
      rows.as(by, 'select subject from provider_people where provider_id = $1', [made]);
    expect(await rows.seen([leaf], 'sign_in_providers', [made])).toEqual([]);
    expect(await people([leaf])).toEqual([]);
    await expect(provider([leaf])).rejects.toThrow(REFUSED);
    await expect(
      rows.as([leaf], link, [org.organizationId, made, 'sub-2', org.users.admin.id]),
    ).rejects.toThrow(REFUSED);
    expect(await rows.seen(null, 'sign_in_providers', [made])).toEqual([made]);
    expect(await people(null)).toEqual([{ subject: 'sub-1' }]);
  });

  it('the directory: neither its people nor its groups and tokens are seen or made, since they concern everyone', async () => {
    const token = (by: Reach = null) =>
      rows.add('provisioning_tokens', { name: 'x', prefix: newId(), secret_hash: newId() }, by);
    const person = (by: Reach = null) => {
      const email = `${newId()}@x.test`;
      return rows.add('provisioned_people', { user_name: email, email }, by);
    };
    const group = (by: Reach = null) => rows.add('provisioned_groups', { display_name: newId() }, by);
    const made = { token: await token(), person: await person(), group: await group() };
    const put =
      'insert into provisioned_group_members (organization_id, group_id, person_id) values ($1, $2, $3)';
    await rows.as(null, put, [org.organizationId, made.group, made.person]);
    const inGroup = (by: Reach) =>
      rows.as(by, 'select person_id from provisioned_group_members where group_id = $1', [made.group]);
    expect(await rows.seen([leaf], 'provisioning_tokens', [made.token])).toEqual([]);
    expect(await rows.seen([leaf], 'provisioned_people', [made.person])).toEqual([]);
    expect(await rows.seen([leaf], 'provisioned_groups', [made.group])).toEqual([]);
    expect(await inGroup([leaf])).toEqual([]);
    for (const add of [token, person, group]) await expect(add([leaf])).rejects.toThrow(REFUSED);
    const another = await person();
    await expect(rows.as([leaf], put, [org.organizationId, made.group, another])).rejects.toThrow(REFUSED);
    expect(await rows.seen(null, 'provisioned_people', [made.person])).toEqual([made.person]);
    expect(await inGroup(null)).toEqual([{ person_id: made.person }]);
  });

  it('their own membership is seen however far it reaches', async () => {
    const person = org.users.viewer.id;
    const [membership] = (await rows.as(null, 'select id from memberships where user_id = $1', [person])) as [
      { id: string },
    ];
    expect(await rows.seen([leaf], 'memberships', [membership.id])).toEqual([]);
    expect(await rows.seen([leaf], 'memberships', [membership.id], person)).toEqual([membership.id]);
  });

  it('webhooks: that there is one, and nothing else; what they are notified of is written all the same', async () => {
    const endpoint = (by: Reach = null) =>
      rows.add('webhook_endpoints', { url: 'https://hooks.example.com/x', secret: 'x', event_types: [] }, by);
    const event = (by: Reach = null) =>
      rows.add('outbox_events', { event_type: 'test.happened', payload: {} }, by);
    const [endpoint_id, event_id] = [await endpoint(), await event()];
    const delivery = await rows.add('webhook_deliveries', { event_id, endpoint_id });
    expect(await rows.seen([leaf], 'webhook_endpoints', [endpoint_id])).toEqual([endpoint_id]);
    expect(await rows.seen([leaf], 'outbox_events', [event_id])).toEqual([]);
    expect(await rows.seen([leaf], 'webhook_deliveries', [delivery])).toEqual([]);
    await expect(endpoint([leaf])).rejects.toThrow(REFUSED);
    const change = `update webhook_endpoints set url = 'https://mine.example.com/' where id = $1 returning id`;
    expect(await rows.as([leaf], change, [endpoint_id])).toEqual([]);
    expect(
      await rows.as([leaf], 'delete from webhook_endpoints where id = $1 returning id', [endpoint_id]),
    ).toEqual([]);
    expect(await rows.as(null, 'select url from webhook_endpoints where id = $1', [endpoint_id])).toEqual([
      { url: 'https://hooks.example.com/x' },
    ]);
    expect(await rows.seen(null, 'outbox_events', [await event([leaf])])).toHaveLength(1);
  });
});
