import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import { otherLedgerFields, otherLedgerVerbs } from '@/usecases/other-ledgers/ledger-records';
import { markBatchSent, undoBody, undoLedgerBatch } from '@/usecases/other-ledgers/move-batch';
import { listReadBacks, readBackBody, readBackTrialBalance } from '@/usecases/other-ledgers/read-back';
import { getLedgerBatch, listLedgerBatches } from '@/usecases/other-ledgers/read-batches';
import { sealBody, sealLedgerBatch } from '@/usecases/other-ledgers/seal-batch';
import { ledgerCodesBody, listLedgerCodes, setLedgerCodes } from '@/usecases/other-ledgers/set-ledger-codes';
import { streamBatchFile } from '@/usecases/other-ledgers/stream-batch-file';
import { json, shows } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { batchShape, codeShape, ledgerShape, readBackShape } from './fields/other-ledgers';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Alongside another ledger', tag: 'Other ledgers' } as const;
const LEDGERS = '/api/v1/gl/other-ledgers';
const BATCHES = '/api/v1/gl/ledger-batches';
const codes = named('data', rowsOf(codeShape));
const readBacks = named('data', rowsOf(readBackShape));

/** Other ledgers that get our entries: codes, batches and their files, and their trial balances read back. */
export const otherLedgerRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.list',
    method: 'GET',
    path: LEDGERS,
    summary: 'The ledgers that receive our entries',
    params: none,
    query: z.object(pageFields({ limit: 50, max: 100 })),
    body: null,
    success: { status: 200, schema: envelopeSchema(ledgerShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(otherLedgerVerbs.page, call, query);
      const page = envelope(
        rows.map((row) => ledgerShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.create',
    method: 'POST',
    path: LEDGERS,
    summary: 'Add a ledger that receives our entries',
    params: none,
    query: none,
    body: otherLedgerFields,
    success: { status: 201, schema: z.object({ ledger: ledgerShape.schema }) },
    example: {
      body: { code: 'NS', name: 'NetSuite', format: 'NETSUITE', summary: 'MONTH', startsOn: '2026-01-01' },
    },
    handle: ({ call, body }) =>
      perform(otherLedgerVerbs.create, call, body, (row) => json(201, { ledger: ledgerShape.present(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.update',
    method: 'PUT',
    path: `${LEDGERS}/{id}`,
    summary: 'Change the settings for the next batches of a ledger; sealed batches do not change',
    params: byId,
    query: none,
    body: otherLedgerFields,
    success: { status: 200, schema: z.object({ ledger: ledgerShape.schema }) },
    example: { body: { summary: 'DAY' } },
    handle: ({ call, params, body }) =>
      perform(otherLedgerVerbs.update, call, { id: params.id, data: body }, (row) =>
        json(200, { ledger: ledgerShape.present(row) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.codes',
    method: 'GET',
    path: `${LEDGERS}/{id}/codes`,
    summary: 'The ledger’s codes for our accounts, dimensions and subsidiaries',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: codes.schema },
    handle: ({ call, params }) => perform(listLedgerCodes, call, { ledgerId: params.id }, shows(codes)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.setCodes',
    method: 'PUT',
    path: `${LEDGERS}/{id}/codes`,
    summary: 'Set codes, by our own codes or ids; null removes one, and codes not named do not change',
    params: byId,
    query: none,
    body: ledgerCodesBody,
    success: { status: 200, schema: codes.schema },
    example: { body: { codes: [{ kind: 'ACCOUNT', ownCode: '4000', code: '40-100' }] } },
    handle: ({ call, params, body }) =>
      perform(setLedgerCodes, call, { ledgerId: params.id, ...body }, shows(codes)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ledgerBatches.seal',
    method: 'POST',
    path: `${LEDGERS}/{id}/batches`,
    summary:
      'Create the next batch: every entry up to a date that is not yet in a batch, numbered and sealed',
    params: byId,
    query: none,
    body: sealBody,
    success: { status: 201, schema: z.object({ batch: batchShape.schema }) },
    example: { body: { throughDate: '2026-03-31' } },
    handle: ({ call, params, body }) =>
      perform(sealLedgerBatch, call, { ledgerId: params.id, ...body }, (row) =>
        json(201, { batch: batchShape.present(row) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ledgerBatches.list',
    method: 'GET',
    path: `${LEDGERS}/{id}/batches`,
    summary: 'The batches of a ledger, newest first',
    params: byId,
    query: z.object(pageFields({ limit: 50, max: 100 })),
    body: null,
    success: { status: 200, schema: envelopeSchema(batchShape.schema) },
    async handle({ call, params, query, inbound }) {
      const asked = { ledgerId: params.id, ...query };
      const { rows, total } = await runForOutput(listLedgerBatches, call, asked);
      const page = envelope(
        rows.map((row) => batchShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.ledgerBatches.get',
    method: 'GET',
    path: `${BATCHES}/{id}`,
    summary: 'Get a batch',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ batch: batchShape.schema }) },
    handle: ({ call, params }) =>
      perform(getLedgerBatch, call, params, (row) => json(200, { batch: batchShape.present(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ledgerBatches.file',
    method: 'GET',
    path: `${BATCHES}/{id}/file`,
    summary: 'The file of a batch as CSV in the format of its ledger, one part at a time',
    params: byId,
    query: z.object({ part: z.coerce.number().int().min(1).default(1) }),
    body: null,
    success: { status: 200, schema: z.string(), description: 'A table (text/csv), streamed' },
    async handle({ call, params, query }) {
      const { fileName, chunks } = await streamBatchFile(call, { ...params, part: query.part });
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${fileName}"`,
        },
        chunks,
      };
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.ledgerBatches.sent',
    method: 'POST',
    path: `${BATCHES}/{id}/sent`,
    summary: 'Mark a batch as sent: from then on it cannot be undone',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ batch: batchShape.schema }) },
    handle: ({ call, params }) =>
      perform(markBatchSent, call, params, (row) => json(200, { batch: batchShape.present(row) })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.ledgerBatches.undo',
    method: 'POST',
    path: `${BATCHES}/{id}/undo`,
    summary: 'Undo a batch that was not sent: its number stays, its entries go into the next one',
    params: byId,
    query: none,
    body: undoBody,
    success: { status: 200, schema: z.object({ batch: batchShape.schema }) },
    example: { body: { reason: 'An account had the wrong code' } },
    handle: ({ call, params, body }) =>
      perform(undoLedgerBatch, call, { ...params, ...body }, (row) =>
        json(200, { batch: batchShape.present(row) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.readBack',
    method: 'POST',
    path: `${LEDGERS}/{id}/read-backs`,
    summary: 'Compare the ledger’s trial balance of a day with what was sent there, account by account',
    params: byId,
    query: none,
    body: readBackBody,
    success: { status: 201, schema: z.object({ readBack: readBackShape.schema }) },
    example: { body: { asOf: '2026-03-31', rows: [{ code: '40-100', credit: '1200.00' }] } },
    handle: ({ call, params, body }) =>
      perform(readBackTrialBalance, call, { ledgerId: params.id, ...body }, (row) =>
        json(201, { readBack: readBackShape.present(row) }),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.otherLedgers.readBacks',
    method: 'GET',
    path: `${LEDGERS}/{id}/read-backs`,
    summary: 'The latest comparisons of a ledger',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: readBacks.schema },
    handle: ({ call, params }) => perform(listReadBacks, call, { ledgerId: params.id }, shows(readBacks)),
  }),
];
