import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { isCurrency, minorUnits } from '@/core/money/minor-units';
import type { Principal } from '@/core/principal';
import type { Clock } from '@/lib/clock';
import { rowsOfCsv } from '@/lib/csv';
import { createContext } from '@/surfaces/trpc/context';
import { answerDownload, FILES } from '@/surfaces/trpc/download';
import { DOWNLOAD_PATH } from '@/surfaces/trpc/download-path';
import { appRouter } from '@/surfaces/trpc/root';
import { createCallerFactory } from '@/surfaces/trpc/trpc';
import { IS_LONG } from '@/testing/long-run';
import { withOwner } from '@/testing/owner';
import { procedures } from './generated/procedures';
import { askAs, inParallel, surfaceRoutes } from './in-process';
import { isNamed } from './kinds';
import { isIdSchema, type JsonSchema, sampleOf, schemaOf } from './sample';

/** Decimals that are not amounts: they keep their own digits (decisions.md, "Dates, times, decimals"). */
const NO_AMOUNT =
  /(quantity|units|rate|percent|share|probability|weight|measure|progress|factor|code|number|reference|unitPrice|unit_price|year|key|name|entries|documents|count|lines?|sealed|removed|estimatedRevenue|unbalanced|breaches|withoutEntry|decimals|hash|sequence|broken|changed|missing|strays|answer|discount(ForAll)?|likelihood|version|label|title|formula|memo|description|id)$/i;
/** What a caller sent, shown as it was sent, and free-form data. */
const AS_SAID = new Set([
  'terms',
  'pattern',
  'facts',
  'event',
  'before',
  'after',
  'cells',
  'customFields',
  'metadata',
  'rates',
  'revenueQuestions',
  // The next change of an example, as it would be recorded; the rates of a jump.
  'next',
  'jump',
]);
const DECIMAL = /^-?\d+(\.\d+)?$/;
/** A number with a fraction in a sentence and the currency before or after it; versions, times and addresses do not match. */
const IN_WORDS = /(?:\b([A-Z]{3}) )?(?<![\w.:/@-])(-?\d[\d,]*\.(\d+))(?![\w:]|\.\d|%| %)(?: ([A-Z]{3})\b)?/g;
/** Texts written by people, which are not changed. */
const OF_PEOPLE = /(memo|description|name|note|evidence|reason|reference|email|url|address)$/i;

/**
 * The numbers in a sentence that are written as a column stores them, `1200.0000`: with zeros beyond the digits of the currency next to
 * them, or of any currency that the sentence or its answer names. A rate or a quantity has its own digits, but does not end with such
 * zeros.
 */
const paddedIn = (text: string, currency: string) => {
  const digits = (code: string) => (code === '' ? 2 : minorUnits(code));
  const named = (text.match(/\b[A-Z]{3}\b/g) ?? []).filter(isCurrency);
  const most = Math.max(digits(currency), ...named.map(digits));
  return [...text.matchAll(IN_WORDS)].flatMap(([, before, number = '', fraction = '', after]) => {
    const its = [after, before].find((code) => code !== undefined && isCurrency(code));
    return fraction.length > (its === undefined ? most : digits(its)) && fraction.endsWith('0')
      ? [number]
      : [];
  });
};

/** Sums over several currencies, which are zero when all is well: zero has no scale. */
const OVER_CURRENCIES =
  /(^(revenue\.verify|C\.revenue\.tieOut) \.summary\.|^(reports\.(glOverview|ledgerState)|D\.gl\.overview) .*difference$|^verify\.books \.ledger\.difference$)/;

const OF_LEDGER = new Set(['debit', 'credit', 'balance']);
const OF_CARRYING = new Set(['carrying', 'revalued', 'difference']);

/** Answers whose fields the interface gives, without the currency of the document. */
export const NAMELESS =
  /^(C\.transactions\.(list|applications)|transactions\.(un)?applyPayments?|projects\.changeOrders\..*)$/;

interface Finding {
  /** `amount` under its path, with the places of lists left out. */
  readonly path: string;
  readonly value: string;
  readonly currency: string;
}

/** The amounts of an answer whose digits are not those of their currency: the nearest one named around them, else `base`. */
export function offScale(
  answer: unknown,
  base: string,
): { readonly wrong: Finding[]; readonly seen: number } {
  const wrong: Finding[] = [];
  let seen = 0;
  const walk = (value: unknown, path: string, currency: string, name: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, path, currency, name);
    } else if (value instanceof Date || value === null) {
      return;
    } else if (typeof value === 'object') {
      const own = value as Record<string, unknown>;
      const named =
        own.currencyCode ??
        own.currency_code ??
        own.currency ??
        own.baseCurrencyCode ??
        own.base_currency_code ??
        (own.contract as { currencyCode?: unknown } | undefined)?.currencyCode;
      const nearest = typeof named === 'string' && /^[A-Z]{3}$/.test(named) ? named : currency;
      const ofBase = own.baseCurrencyCode ?? own.baseCurrency ?? own.base_currency;
      // A balance or a line in both currencies names its own; the other one is the currency of the whole answer.
      const inBoth = 'transactionDebit' in own ? OF_LEDGER : 'carrying' in own ? OF_CARRYING : null;
      for (const [field, inner] of Object.entries(own)) {
        if (AS_SAID.has(field)) continue;
        const isBase = /^base|Base$|^exchangeGain$/i.test(field);
        const its = isBase
          ? typeof ofBase === 'string'
            ? ofBase
            : ''
          : inBoth?.has(field)
            ? currency
            : nearest;
        walk(inner, `${path}.${field}`, its, field);
      }
    } else if (typeof value === 'string' && DECIMAL.test(value) && !NO_AMOUNT.test(name)) {
      seen += 1;
      const digits = value.split('.')[1]?.length ?? 0;
      // A base amount without a base currency next to it may be in that of any subsidiary.
      const fits = currency === '' ? digits === 0 || digits === 2 : digits === minorUnits(currency);
      if (!fits) wrong.push({ path, value, currency });
    } else if (typeof value === 'string' && !DECIMAL.test(value) && !OF_PEOPLE.test(name)) {
      for (const number of paddedIn(value, currency)) wrong.push({ path, value: number, currency });
    }
  };
  walk(answer, '', base, '');
  return { wrong, seen };
}

/** The newest three ids of every table in which the organization has records, by table. */
async function idsOfEachKind(organizationId: string): Promise<Map<string, string[]>> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows: tables } = await client.query<{ name: string }>(
      `select a.table_name as name from information_schema.columns a
       join information_schema.columns b
         on b.table_schema = a.table_schema and b.table_name = a.table_name and b.column_name = 'id'
       where a.table_schema = 'public' and a.column_name = 'organization_id'`,
    );
    const found = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ id: string }>(
        `select id from "${name}" where organization_id = $1 order by id desc limit $2`,
        [organizationId, ALL ? 60 : 3],
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) found.set(name, ids);
    }
    return found;
  });
}

/** The kinds that a text names, then the others: most queries succeed with the first kind tried. */
const namedFirst = (ids: ReadonlyMap<string, string[]>, text: string) =>
  [...ids].sort(([left], [right]) => Number(isNamed(right, text)) - Number(isNamed(left, text)));

const PERIOD = '2026-11';
const DAY = '2026-11-30';
/** A value for a field of a query: the id, or a month or day that has figures. */
function answerFor(schema: JsonSchema, field: string, id: string): unknown {
  if (isIdSchema(schema)) return id;
  if (schema.type === 'string' && schema.enum === undefined) {
    if (schema.format === 'date' || /^(date_|as_of|asOf)/.test(field)) return DAY;
    if (schema.pattern !== undefined)
      return [PERIOD, DAY].find((text) => new RegExp(schema.pattern ?? '').test(text)) ?? '1';
  }
  return sampleOf(schema, () => id, field);
}

/**
 * The queries to try for a schema: with the required fields only and, where that differs, also with the months, days and ids it accepts.
 */
function questionsOf(schema: JsonSchema, id: string): Record<string, unknown>[] {
  const named = Object.entries(schema.properties ?? {});
  const only = (take: (name: string) => boolean) =>
    Object.fromEntries(
      named.filter(([name]) => take(name)).map(([name, inner]) => [name, answerFor(inner, name, id)]),
    );
  const required = (name: string) => schema.required?.includes(name) === true;
  const dated = /^(from|to|period|asOf|as_of|date_?from|date_?to|subsidiaryId)$/i;
  const questions = [only(required), only((name) => required(name) || dated.test(name))];
  return isDeepStrictEqual(questions[0], questions[1]) ? questions.slice(0, 1) : questions;
}

/** The lines of a CSV file as records by the names of its columns, `Base debit` as `baseDebit`; null when it is a refusal. */
async function rowsOfFile(
  answer: Awaited<ReturnType<typeof answerDownload>>,
): Promise<Record<string, string>[] | null> {
  if (answer.status !== 200 || !('chunks' in answer)) return null;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.chunks) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  const [head = [], ...rows] = rowsOfCsv(text) ?? [];
  const fields = head.map((title) =>
    title.toLowerCase().replaceAll(/[^a-z]+([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
  );
  return rows.map((row) => Object.fromEntries(fields.map((field, at) => [field, row[at] ?? ''])));
}

/** This many answers to one query are enough; with DAYBOOK_ASK_ALL every record is asked for (a minute instead of fifteen seconds). */
const ALL = process.env.DAYBOOK_ASK_ALL !== undefined;
const ENOUGH = ALL ? 400 : IS_LONG ? 4 : 2;

/** Calls every reading operation for every record, and finds the amounts that are not at the scale of their currency. */
export async function amountsOffScale(
  principal: Principal,
  clock: Clock,
  base: string,
): Promise<{ readonly wrong: string[]; readonly seen: number; readonly answered: readonly string[] }> {
  const ids = await idsOfEachKind(principal.organizationId);
  const subsidiaries = [...ids].filter(([kind]) => kind === 'subsidiaries');
  const wrong = new Map<string, string>();
  const answered = new Set<string>();
  let seen = 0;
  const note = (name: string, answer: unknown) => {
    answered.add(name);
    const found = offScale(answer, NAMELESS.test(name) ? '' : base);
    seen += found.seen;
    for (const { path, value, currency } of found.wrong)
      if (!OVER_CURRENCIES.test(`${name} ${path}`)) wrong.set(`${name} ${path}`, `${value} ${currency}`);
  };
  /**
   * Asks for every record the operation may be about, until enough have answered. Kinds that it does not name are tried only while none has
   * answered.
   */
  const askAll = async (
    name: string,
    schema: JsonSchema,
    needsId: boolean,
    ask: (question: Record<string, unknown>, id: string) => Promise<unknown>,
  ) => {
    const needed = needsId || schema.required?.some((field) => isIdSchema(schema.properties?.[field] ?? {}));
    const text = `${name} ${JSON.stringify(schema)}`;
    let answers = 0;
    for (const [kind, records] of needed ? namedFirst(ids, text) : subsidiaries) {
      if (needed && answers > 0 && !isNamed(kind, text)) return;
      for (const id of records) {
        const before = answers;
        for (const question of questionsOf(schema, id)) {
          const answer = await ask(question, id);
          if (answer === null) continue;
          answers += 1;
          note(name, answer);
        }
        if (answers >= ENOUGH) return;
        // When the newest record of a table is of the wrong kind, the others of the table are not tried.
        if (!ALL && needed && answers === before) break;
      }
    }
  };

  const ask = askAs(principal);
  await inParallel(
    surfaceRoutes().filter(({ method }) => method === 'GET'),
    ({ operation, path, query }) =>
      askAll(operation, schemaOf(query), path.includes('{'), async (question, id) => {
        const text = new URLSearchParams(question as Record<string, string>).toString();
        const reply = await ask({ method: 'GET', path: `${path.replaceAll(/\{\w+\}/g, id)}?${text}` });
        const isJson = reply.headers['content-type']?.includes('json') === true;
        return reply.status === 200 && isJson ? JSON.parse(reply.text) : null;
      }),
  );

  const context = {
    ...createContext({ method: 'POST', header: () => null }),
    clock,
    principal: async () => principal,
  };
  const caller = createCallerFactory(appRouter)(context);
  await inParallel(
    procedures().filter(({ writes }) => !writes),
    ({ name, schema }) => {
      let target: unknown = caller;
      for (const part of name.split('.')) target = (target as Record<string, unknown>)[part];
      const query = target as (input: unknown) => Promise<unknown>;
      return askAll(name, schema, false, (question) => query(question).catch(() => null));
    },
  );
  const outputs = FILES as Readonly<Record<string, { readonly input: z.ZodType }>>;
  await inParallel(Object.entries(outputs), ([file, { input }]) => {
    const schema = schemaOf(input);
    return askAll(`files ${file}`, schema, false, async (question) => {
      const query = new URLSearchParams({ input: JSON.stringify(question) });
      const gone = new AbortController().signal;
      const inbound = { method: 'GET', path: `${DOWNLOAD_PATH}/${file}`, query, header: () => null, gone };
      return rowsOfFile(await answerDownload(inbound, () => context));
    });
  });

  const list = [...wrong].map(([where, what]) => `${where} ${what}`);
  return { wrong: list.sort(), seen, answered: [...answered].sort() };
}
