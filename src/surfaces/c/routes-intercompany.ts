import { z } from 'zod';
import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import { listPairs } from '@/usecases/intercompany/list-pairs';
import { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import {
  intercompanySettings,
  setSisterAccounts,
  sisterAccountFields,
} from '@/usecases/intercompany/set-accounts';
import { partyFields, setParty } from '@/usecases/intercompany/set-parties';
import { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import { shows } from '../kit/answer';
import { queryBoolean } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import {
  mirrorsMadeShape,
  pairListShape,
  pairShape,
  partyShape,
  settingsShape,
  sisterAccounts,
  sisterBalancesShape,
} from './fields/intercompany';
import { EXAMPLE_ID } from './routes-transactions';

const none = z.object({});
const id = z.guid().optional();
const day = z.iso.date().optional();
const shared = { section: 'Intercompany', tag: 'Intercompany' } as const;
const PATH = '/api/v1/intercompany';

/** Documents between subsidiaries, their mirrors, what they disagree in, and the settings from which mirrors are made. */
export const intercompanyRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.intercompany.settings',
    method: 'GET',
    path: `${PATH}/settings`,
    summary: 'The customer and vendor that represent each subsidiary, and the accounts between each pair',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: settingsShape.schema },
    handle: ({ call }) => perform(intercompanySettings, call, {}, shows(settingsShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.setParty',
    method: 'PUT',
    path: `${PATH}/parties`,
    summary: 'Set the customer and the vendor that represent a subsidiary; null for none',
    params: none,
    query: none,
    body: partyFields,
    success: { status: 200, schema: partyShape.schema },
    example: { body: { subsidiaryId: EXAMPLE_ID, customerId: EXAMPLE_ID, vendorId: null } },
    handle: ({ call, body }) => perform(setParty, call, body, shows(partyShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.setAccounts',
    method: 'PUT',
    path: `${PATH}/accounts`,
    summary: 'Set the accounts between a subsidiary and one sister subsidiary; null in all four removes them',
    params: none,
    query: none,
    body: sisterAccountFields,
    success: { status: 200, schema: sisterAccounts.schema },
    example: {
      body: {
        subsidiaryId: EXAMPLE_ID,
        sisterId: EXAMPLE_ID,
        dueFromAccountId: EXAMPLE_ID,
        dueToAccountId: EXAMPLE_ID,
        incomeAccountId: EXAMPLE_ID,
        chargeAccountId: EXAMPLE_ID,
      },
    },
    handle: ({ call, body }) => perform(setSisterAccounts, call, body, shows(sisterAccounts)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.pairs',
    method: 'GET',
    path: `${PATH}/pairs`,
    summary: 'Documents between subsidiaries with their mirrors and any differences, newest first',
    params: none,
    query: z.object({
      subsidiaryId: id,
      documentId: id,
      onlyOpen: queryBoolean.optional(),
      from: day,
      to: day,
      after: id,
    }),
    body: null,
    success: { status: 200, schema: pairListShape.schema },
    handle: ({ call, query }) => perform(listPairs, call, query, shows(pairListShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.balances',
    method: 'GET',
    path: `${PATH}/balances`,
    summary: 'Balances between each pair of subsidiaries on a date, from both sides',
    params: none,
    query: z.object({ asOf: day, subsidiaryId: id }),
    body: null,
    success: { status: 200, schema: sisterBalancesShape.schema },
    handle: ({ call, query }) => perform(intercompanyBalances, call, query, shows(sisterBalancesShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.mirror',
    method: 'POST',
    path: `${PATH}/mirrors`,
    summary:
      'Create missing mirrors as drafts, up to 200 at a time; `next` of the answer is the `after` of the next call',
    params: none,
    query: none,
    body: z.object({ after: z.iso.datetime({ offset: true }).optional() }),
    success: { status: 200, schema: mirrorsMadeShape.schema },
    handle: ({ call, body }) => perform(mirrorMissing, call, body, shows(mirrorsMadeShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.pair',
    method: 'POST',
    path: `${PATH}/pairs`,
    summary: 'Pair a document with the document that mirrors it',
    params: none,
    query: none,
    body: z.object({ sourceId: z.guid(), mirrorId: z.guid() }),
    success: { status: 200, schema: pairShape.schema },
    example: { body: { sourceId: EXAMPLE_ID, mirrorId: EXAMPLE_ID } },
    handle: ({ call, body }) => perform(pairDocuments, call, body, shows(pairShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.intercompany.accept',
    method: 'POST',
    path: `${PATH}/pairs/{id}/accept`,
    summary: 'Accept the current differences of a pair, with the reason',
    params: z.object({ id: z.guid() }),
    query: none,
    body: z.object({ reason: z.string() }),
    success: { status: 200, schema: pairShape.schema },
    example: { body: { reason: 'The bill arrived in May; April was closed' } },
    handle: ({ call, params, body }) =>
      perform(acceptDifferences, call, { ...params, ...body }, shows(pairShape)),
  }),
];
