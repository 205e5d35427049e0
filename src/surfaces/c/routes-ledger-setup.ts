import { z } from 'zod';
import { correctionFields, correctRates, listRateCorrections } from '@/usecases/fx/correct-rates';
import {
  listExchangeRates,
  RATE_TYPES,
  ratesFields,
  removeExchangeRate,
  setExchangeRates,
} from '@/usecases/fx/exchange-rates';
import { itemFields, itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import {
  createTaxCode,
  listTaxCodes,
  removeTaxCode,
  taxCodeChanges,
  taxCodeFields,
  updateTaxCode,
} from '@/usecases/setup/tax-codes';
import { json, shows, showsVersion } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks, queryBoolean } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { itemShape, taxCodeShape } from './fields/ledger-setup';
import { correctionRowShape, correctionShape, rateShape } from './fields/rates';
import { doneShape } from './fields/removals';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const currency = z.string().max(3).optional();
const gone = (what: string) => () => json(200, doneShape.present({ message: `The ${what} was removed.` }));
const rates = { section: 'Ledger, setup', tag: 'Exchange rates' } as const;
const taxes = { section: 'Ledger, setup', tag: 'Tax codes' } as const;
const goods = { section: 'Ledger, setup', tag: 'Items' } as const;
const [RATES, TAXES, ITEMS] = ['/api/v1/exchange-rates', '/api/v1/tax-codes', '/api/v1/items'] as const;

const setRates = named('rates', rowsOf(rateShape));
const corrections = named('data', rowsOf(correctionRowShape));
const taxCodes = named('data', rowsOf(taxCodeShape));
const taxCode = named('taxCode', taxCodeShape);
const item = named('item', itemShape);

/** Exchange rates and their corrections, tax codes, items. */
export const ledgerSetupRoutes = [
  defineRoute({
    ...rates,
    operation: 'C.exchangeRates.list',
    method: 'GET',
    path: RATES,
    summary: 'List dated exchange rates, the newest first',
    params: none,
    query: z.object({
      ...pageFields({ limit: 50, max: 200 }),
      fromCurrency: currency,
      toCurrency: currency,
      rateType: z.enum(RATE_TYPES).optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(rateShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listExchangeRates, call, query);
      const page = envelope(rowsOf(rateShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...rates,
    operation: 'C.exchangeRates.set',
    method: 'POST',
    path: RATES,
    summary: 'Set dated exchange rates; one that moves by more than the limit needs a confirmation',
    params: none,
    query: none,
    body: z.object(ratesFields),
    success: { status: 200, schema: setRates.schema },
    example: {
      body: {
        rates: [
          {
            fromCurrency: 'EUR',
            toCurrency: 'USD',
            rateType: 'SPOT',
            rateDate: '2026-10-15',
            rate: '1.1052',
          },
        ],
        confirmation: 'Published by the central bank',
      },
    },
    handle: ({ call, body }) => perform(setExchangeRates, call, body, shows(setRates)),
  }),
  defineRoute({
    ...rates,
    operation: 'C.exchangeRates.remove',
    method: 'DELETE',
    path: `${RATES}/{id}`,
    summary: 'Remove a dated exchange rate; documents keep the rate they were saved with',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) => perform(removeExchangeRate, call, params, gone('exchange rate')),
  }),
  defineRoute({
    ...rates,
    operation: 'C.rateCorrections.create',
    method: 'POST',
    path: `${RATES}/corrections`,
    summary:
      'Correct documents and settlements that used a rate other than the current one; every difference is posted and listed, and so is every document that keeps its own rate',
    params: none,
    query: none,
    body: z.object(correctionFields),
    success: { status: 201, schema: correctionShape.schema },
    example: {
      body: {
        subsidiaryId: '0199a0f2-7c1b-7c66-9a53-5d0c6ea1f0b2',
        currencyCode: 'EUR',
        from: '2026-10-15',
      },
    },
    handle: ({ call, body }) => perform(correctRates, call, body, shows(correctionShape, 201)),
  }),
  defineRoute({
    ...rates,
    operation: 'C.rateCorrections.list',
    method: 'GET',
    path: `${RATES}/corrections`,
    summary: 'List the corrections of exchange rates, newest first, with the documents each affected',
    params: none,
    query: z.object({ subsidiaryId: z.guid().optional() }),
    body: null,
    success: { status: 200, schema: corrections.schema },
    handle: ({ call, query }) => perform(listRateCorrections, call, query, shows(corrections)),
  }),
  defineRoute({
    ...taxes,
    operation: 'C.taxCodes.list',
    method: 'GET',
    path: TAXES,
    summary: 'List tax codes with their dated rates',
    params: none,
    query: z.object({ includeInactive: queryBoolean.optional() }),
    body: null,
    success: { status: 200, schema: taxCodes.schema },
    handle: ({ call, query }) => perform(listTaxCodes, call, query, shows(taxCodes)),
  }),
  defineRoute({
    ...taxes,
    operation: 'C.taxCodes.create',
    method: 'POST',
    path: TAXES,
    summary: 'Add a tax code with its dated rates',
    params: none,
    query: none,
    body: taxCodeFields,
    success: { status: 201, schema: taxCode.schema },
    example: {
      body: {
        code: 'VAT-21',
        name: 'Value added tax, Spain',
        rates: [{ ratePercent: '21', validFrom: '2026-01-01' }],
      },
    },
    handle: ({ call, body }) => perform(createTaxCode, call, body, showsVersion(taxCode, 201)),
  }),
  defineRoute({
    ...taxes,
    operation: 'C.taxCodes.update',
    method: 'PUT',
    path: `${TAXES}/{id}`,
    summary: 'Change a tax code; rates, when given, replace all of them',
    params: byId,
    query: none,
    body: taxCodeChanges,
    success: { status: 200, schema: taxCode.schema },
    example: { body: { name: 'Value added tax' } },
    handle: ({ call, params, body }) =>
      perform(updateTaxCode, call, { ...body, ...params }, showsVersion(taxCode)),
  }),
  defineRoute({
    ...taxes,
    operation: 'C.taxCodes.remove',
    method: 'DELETE',
    path: `${TAXES}/{id}`,
    summary: 'Remove a tax code that no document uses',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) => perform(removeTaxCode, call, params, gone('tax code')),
  }),
  defineRoute({
    ...goods,
    operation: 'C.items.list',
    method: 'GET',
    path: ITEMS,
    summary: 'List items by code',
    params: none,
    query: z.object({
      ...pageFields({ limit: 50, max: 200 }),
      search: z.string().max(200).optional(),
      includeInactive: queryBoolean.optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(itemShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(itemVerbs.page, call, query);
      const page = envelope(rowsOf(itemShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...goods,
    operation: 'C.items.create',
    method: 'POST',
    path: ITEMS,
    summary: 'Add an item',
    params: none,
    query: none,
    body: itemFields,
    success: { status: 201, schema: item.schema },
    example: { body: { code: 'PLATFORM', name: 'Platform, per seat and year', itemType: 'SUBSCRIPTION' } },
    handle: ({ call, body }) => perform(itemVerbs.create, call, body, showsVersion(item, 201)),
  }),
  defineRoute({
    ...goods,
    operation: 'C.items.get',
    method: 'GET',
    path: `${ITEMS}/{id}`,
    summary: 'Get an item',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: item.schema },
    handle: ({ call, params }) => perform(itemVerbs.get, call, params, showsVersion(item)),
  }),
  defineRoute({
    ...goods,
    operation: 'C.items.update',
    method: 'PUT',
    path: `${ITEMS}/{id}`,
    summary: 'Change an item',
    params: byId,
    query: none,
    body: itemFields,
    success: { status: 200, schema: item.schema },
    example: { body: { name: 'Platform' } },
    handle: ({ call, params, body }) =>
      perform(itemVerbs.update, call, { id: params.id, data: body }, showsVersion(item)),
  }),
  defineRoute({
    ...goods,
    operation: 'C.items.remove',
    method: 'DELETE',
    path: `${ITEMS}/{id}`,
    summary: 'Remove an item that nothing uses',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) => perform(itemVerbs.remove, call, params, gone('item')),
  }),
];
