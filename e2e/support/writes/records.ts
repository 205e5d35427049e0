import { newId } from '@/lib/ids';
import { recordRouters } from '@/surfaces/trpc/routers/records';
import type { Recipe, Recipes, WriteWorld } from './world';

const nothing: Recipe = async () => ({});
const renamed = { name: 'Renamed' };

/** The three standard verbs of a noun: the input of create, and the change for update. */
function ordinary(noun: string, create: Recipe, data: object): Recipes {
  const made = async (world: WriteWorld) => (await world.call(`${noun}.create`, await create(world))).id;
  return {
    [`${noun}.create`]: create,
    [`${noun}.update`]: async (world) => ({ id: await made(world), data }),
    [`${noun}.remove`]: async (world) => ({ id: await made(world) }),
  };
}

const made = async (world: WriteWorld, noun: string, input: object = {}) =>
  (await world.call(`${noun}.create`, input)).id;
const company = (world: WriteWorld) =>
  made(world, 'projects.companies', {
    code: `C-${newId()}`,
    name: 'Acme',
    subsidiaryIds: [world.org.ids.rootSubsidiary],
  });
const price = async (world: WriteWorld) => ({
  priceListId: await made(world, 'priceLists'),
  itemId: await made(world, 'items'),
  unitPrice: '10',
  validFrom: '2026-11-01',
});
const subscription = async (world: WriteWorld) => {
  const id = await made(world, 'subscriptions', { customerId: world.org.ids.customer });
  const item = await world.call('subscriptions.addItem', {
    subscriptionId: id,
    itemId: await made(world, 'items'),
    quantity: '1',
    unitPrice: '10',
  });
  return { id, itemId: item.id };
};
const activity = async (world: WriteWorld) => ({
  leadId: await made(world, 'leads'),
  activityKind: 'CALL',
  happensOn: '2026-11-02',
  summary: 'Called',
});
const activeSubscription = async (world: WriteWorld) => {
  const { id } = await subscription(world);
  await world.call('subscriptions.move', { id, verb: 'activate' });
  return id;
};
const invitation = async (world: WriteWorld) => {
  const input = { email: `${newId()}@example.test`, name: 'Invited', roles: ['viewer'] };
  const { invitation: sent } = (await world.call('members.invite', input)) as unknown as {
    invitation: { id: string };
  };
  return sent.id;
};

const role = async (world: WriteWorld) => {
  const input = { name: `Role ${newId()}`, permissions: ['gl.report.read'] };
  return ((await world.call('roles.create', input)) as unknown as { id: string }).id;
};

const providerInput = () => ({
  name: `Provider ${newId()}`,
  issuer: 'https://idp.example.com',
  clientId: 'daybook',
  clientSecret: 'a secret',
});
const provider = async (world: WriteWorld) => (await world.call('providers.create', providerInput())).id;

const groupInput = () => ({ displayName: `Group ${newId()}`, roles: [], customRoleIds: [] });
const group = async (world: WriteWorld) => ({
  id: (await world.call('provisioning.prepareGroup', groupInput())).id,
});

const member = async (world: WriteWorld) => {
  const { member: joined } = (await world.call('members.add', {
    email: `${newId()}@example.test`,
    name: 'New person',
    roles: ['viewer'],
  })) as unknown as { member: { id: string } };
  return joined.id;
};
const viewInput = () => ({ screen: 'transactions', name: `View ${newId()}`, query: 'status=POSTED' });
const view = async (world: WriteWorld) => (await world.call('savedViews.save', viewInput())).id;
const key = async (world: WriteWorld) => ({ name: 'External', companyId: await company(world) });
const client: Recipe = async () => ({ name: 'Sync', roles: ['viewer'] });
const table = { noun: 'vendors', columns: ['Name'], rows: [['Paper Mill']] };
const job = async (world: WriteWorld) =>
  (await world.call('jobs.start', { kind: 'imports.check', recordId: await made(world, 'imports', table) }))
    .id;
/** A cut-over of a separate subsidiary, since each subsidiary has only one. */
const cutOverInput: Recipe = async (world) => ({
  cutOverDate: '2026-10-31',
  subsidiaryId: (await world.call('subsidiaries.create', { name: 'Branch', code: newId() })).id,
});
const cutOver = async (world: WriteWorld) =>
  (await world.call('cutOver.create', await cutOverInput(world))).id;
const balances = {
  noun: 'openingBalances',
  columns: ['Account', 'Debit', 'Credit'],
  rows: [
    ['1210', '100', ''],
    ['3300', '', '100'],
  ],
};
/** A cut-over whose receivables no invoice explains; opened if asked. */
const stated = async (world: WriteWorld, opened: boolean) => {
  const id = await cutOver(world);
  await world.call('imports.run', { id: await made(world, 'imports', { ...balances, cutOverId: id }) });
  if (opened) await world.call('cutOver.open', { id });
  return id;
};
const inner = (answer: unknown, name: string) => (answer as Record<string, { id: string }>)[name]?.id ?? '';

/** Records of the pipeline, the people, the structure, and access. */
export const recordRecipes: Recipes = {
  // A record of code and name requires no fields to be created.
  ...Object.assign({}, ...Object.keys(recordRouters).map((noun) => ordinary(noun, nothing, renamed))),
  ...ordinary('accounts', nothing, renamed),
  ...ordinary('customers', async () => ({ companyName: `Acme ${newId()}` }), { companyName: 'Renamed' }),
  ...ordinary('employees', nothing, renamed),
  ...ordinary('invoices', nothing, { memo: 'Changed' }),
  ...ordinary('leads', nothing, renamed),
  ...ordinary('payments', nothing, { memo: 'Changed' }),
  ...ordinary('priceLists', nothing, renamed),
  ...ordinary('prospects', nothing, renamed),
  ...ordinary('subscriptions', nothing, renamed),
  ...ordinary('subsidiaries', async () => ({ name: 'Branch', code: `B-${newId()}` }), renamed),
  ...ordinary('webhooks', async () => ({ url: 'https://hooks.example.com/daybook' }), {}),
  'webhooks.update': async (world) => ({
    id: await made(world, 'webhooks', { url: 'https://hooks.example.com/daybook' }),
    eventTypes: ['prospects.*'],
  }),
  'imports.create': async () => table,
  'imports.map': async (world) => ({ id: await made(world, 'imports', table), mapping: ['name'] }),
  'imports.check': async (world) => ({ id: await made(world, 'imports', table) }),
  'imports.run': async (world) => ({ id: await made(world, 'imports', table) }),
  'jobs.start': async (world) => ({ kind: 'imports.check', recordId: await made(world, 'imports', table) }),
  'jobs.cancel': async (world) => ({ id: await job(world) }),
  'jobs.retry': async (world) => {
    const id = await job(world);
    await world.call('jobs.cancel', { id });
    return { id };
  },
  'imports.append': async (world) => ({
    id: await made(world, 'imports', table),
    from: 1,
    rows: [['Ink Works']],
  }),
  'imports.undo': async (world) => {
    const id = await made(world, 'imports', { ...table, rows: [[`Mill ${newId()}`]] });
    await world.call('imports.run', { id });
    return { id };
  },
  'cutOver.create': cutOverInput,
  'cutOver.propose': async (world) => ({ id: await stated(world, false) }),
  'cutOver.withdraw': async (world) => {
    const id = await stated(world, false);
    await world.call('cutOver.propose', { id });
    return { id, reason: 'Wrong file' };
  },
  'cutOver.open': async (world) => ({ id: await stated(world, false) }),
  'cutOver.reverseOpening': async (world) => ({ id: await stated(world, true), reason: 'Wrong file' }),
  'cutOver.assign': async (world) => ({
    id: await stated(world, true),
    accountId: world.org.account('1210'),
    toAccountId: world.org.account('6900'),
    reason: 'Written off',
  }),
  'imports.remove': async (world) => ({ id: await made(world, 'imports', table) }),
  'customers.setWarehouses': async (world) => ({
    id: world.org.ids.customer,
    assignments: [{ warehouseId: await made(world, 'warehouses') }],
  }),
  'savedViews.save': async () => viewInput(),
  'savedViews.update': async (world) => ({ id: await view(world), ...renamed }),
  'savedViews.remove': async (world) => ({ id: await view(world) }),
  'savedViews.setDefault': async (world) => ({ screen: 'transactions', viewId: await view(world) }),
  'leads.convert': async (world) => ({ id: await made(world, 'leads'), into: 'customer' }),
  'activities.create': async (world) => activity(world),
  'activities.update': async (world) => ({
    id: (await world.call('activities.create', await activity(world))).id,
    data: { summary: 'Called again' },
  }),
  'activities.remove': async (world) => ({
    id: (await world.call('activities.create', await activity(world))).id,
  }),
  'prospects.convertToLead': async (world) => ({ id: await made(world, 'prospects') }),
  'prospects.convertToCustomer': async (world) => ({ id: await made(world, 'prospects') }),
  'organizations.update': async (world) => ({ id: world.org.organizationId, data: renamed }),
  'members.add': async () => ({ email: `${newId()}@example.test`, name: 'New person', roles: ['viewer'] }),
  'members.change': async (world) => ({ id: await member(world), roles: ['auditor'] }),
  'members.remove': async (world) => ({ id: await member(world) }),
  'members.restore': async (world) => {
    const id = await member(world);
    await world.call('members.remove', { id });
    return { id };
  },
  'members.leave': async (world) => {
    const next = { email: `${newId()}@example.test`, name: 'The next owner', roles: ['admin'] };
    await world.call('members.add', next);
    return {};
  },
  'members.invite': async () => ({ email: `${newId()}@example.test`, name: 'Invited', roles: ['viewer'] }),
  'members.resend': async (world) => ({ id: await invitation(world) }),
  'members.withdraw': async (world) => ({ id: await invitation(world) }),
  'mail.retry': async (world) => {
    await invitation(world);
    const { mails } = (await world.call('mail.outbox')) as unknown as { mails: { id: string }[] };
    return { id: mails[0]?.id ?? '' };
  },
  'roles.create': async () => ({ name: `Role ${newId()}`, permissions: ['gl.report.read'] }),
  'roles.update': async (world) => ({ id: await role(world), permissions: ['gl.account.read'] }),
  'roles.remove': async (world) => ({ id: await role(world) }),
  'providers.create': async () => providerInput(),
  'providers.update': async (world) => ({ id: await provider(world), name: `Other ${newId()}` }),
  'providers.remove': async (world) => ({ id: await provider(world) }),
  'provisioning.issueToken': async () => ({ name: 'Directory' }),
  'provisioning.revokeToken': async (world) => ({
    id: inner(await world.call('provisioning.issueToken', { name: 'Directory' }), 'provisioningToken'),
  }),
  'provisioning.prepareGroup': async () => groupInput(),
  'provisioning.mapGroup': async (world) => ({
    ...(await group(world)),
    roles: ['viewer'],
    customRoleIds: [],
  }),
  'provisioning.deleteGroup': group,
  'credentials.issueKey': key,
  'credentials.revokeKey': async (world) => ({
    id: inner(await world.call('credentials.issueKey', await key(world)), 'apiKey'),
  }),
  'credentials.issueClient': client,
  'credentials.revokeClient': async (world) => ({
    id: inner(await world.call('credentials.issueClient', await client(world)), 'apiClient'),
  }),
  'priceLists.createPrice': price,
  'priceLists.updatePrice': async (world) => ({
    id: (await world.call('priceLists.createPrice', await price(world))).id,
    data: { unitPrice: '11' },
  }),
  'priceLists.removePrice': async (world) => ({
    id: (await world.call('priceLists.createPrice', await price(world))).id,
  }),
  'subscriptions.move': async (world) => ({ id: (await subscription(world)).id, verb: 'activate' }),
  'subscriptions.bill': async (world) => ({ id: await activeSubscription(world) }),
  'subscriptions.billDue': async (world) => {
    await activeSubscription(world);
    return {};
  },
  'subscriptions.setSchedule': async () => ({ isOn: true, dayOfMonth: 1, hour: 6, outcome: 'DRAFT' }),
  'subscriptions.change': async (world) => ({
    id: await activeSubscription(world),
    onDay: world.org.clock.today(),
    changes: [{ to: { unitPrice: '5', description: 'Support' } }],
  }),
  'subscriptions.renew': async (world) => {
    const { id } = await subscription(world);
    await world.call('subscriptions.update', { id, data: { endDate: '2030-12-31', termMonths: 12 } });
    await world.call('subscriptions.move', { id, verb: 'activate' });
    return { id };
  },
  'subscriptions.cancel': async (world) => ({
    id: await activeSubscription(world),
    lastDay: world.org.clock.today(),
  }),
  'subscriptions.addItem': async (world) => ({
    subscriptionId: await made(world, 'subscriptions'),
    unitPrice: '10',
  }),
  'subscriptions.updateItem': async (world) => ({
    id: (await subscription(world)).itemId,
    data: { unitPrice: '11' },
  }),
  'subscriptions.removeItem': async (world) => ({ id: (await subscription(world)).itemId }),
};
