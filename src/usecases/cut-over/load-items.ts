import type { CutOverNoun } from '@/core/imports/import-noun';
import { signedAmountOf } from '@/core/imports/journal-rows';
import type { Unit } from '@/core/imports/read-rows';
import { amountInFull, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, toPlainString } from '@/core/money/decimal';
import { isCurrency } from '@/core/money/minor-units';
import { RefusalError, refusal } from '@/core/refusals';
import type { TransactionKind } from '@/core/transactions/kinds';
import { type CutOverItem, type CutOverRecord, insertItems, knownKeys } from '@/db/stores/cut-overs';
import { documentDefaults } from '@/db/stores/documents/document-references';
import { newId } from '@/lib/ids';
import type { Context } from '../kit/define';
import { rateFor } from '../revenue/events/booking-rules';
import { loadDocuments } from '../transactions/load-documents';
import type { StoreWish } from '../transactions/store-documents';

/** The rows of a record to be loaded, with the ids that the cells of each refer to. */
export interface LoadUnit {
  readonly unit: Unit;
  readonly named: readonly Readonly<Record<string, string>>[];
}

/** The record made of its rows, and whether it waits for a second person; or why there is none. */
export type Loaded =
  | {
      readonly recordId: string;
      readonly waits?: boolean;
      /** What became of it, in words. */
      readonly outcome?: string;
    }
  | { readonly error: Error };

const refused = (field: string, message: string): Loaded => ({
  error: new RefusalError(refusal('INVALID_INPUT', message, { issues: [{ path: [field], message }] })),
});

const again = (field: string): Loaded => refused(field, 'was already imported with this cut-over.');

interface Wanted {
  readonly at: number;
  readonly key: string;
  readonly item: Omit<CutOverItem, 'id' | 'recordId' | 'importId' | 'cutOverId' | 'itemKey'>;
  readonly wish: StoreWish | null;
  readonly recordId: string | null;
}

/** Loads a portion of the opening trial balance: each balance is kept to be compared and to make the opening entry of. */
export async function loadBalances(
  context: Context,
  cutOver: CutOverRecord,
  importId: string,
  units: readonly LoadUnit[],
): Promise<Loaded[]> {
  const { baseCurrency } = cutOver;
  const prepared = units.map(({ unit, named }, at): Wanted | Loaded => {
    const row = unit.rows[0];
    const amount = dec(row === undefined ? '0' : signedAmountOf(row));
    const accountId = named[0]?.accountId ?? '';
    if (!isAtScale(amount, baseCurrency)) return refused('amount', tooFine(baseCurrency));
    return {
      at,
      key: accountId,
      item: figures('openingBalances', baseCurrency, amount),
      wish: null,
      recordId: accountId,
    };
  });
  return keepAll(context, cutOver, { importId, noun: 'openingBalances', field: 'accountId' }, prepared);
}

/** The kinds of document of an open item: owed, and below zero a credit. */
const KINDS = {
  openReceivables: { party: 'CUSTOMER', owed: 'INVOICE', credit: 'CREDIT_MEMO' },
  openPayables: { party: 'VENDOR', owed: 'VENDOR_BILL', credit: 'VENDOR_CREDIT' },
} as const satisfies Record<string, { party: string; owed: TransactionKind; credit: TransactionKind }>;

/**
 * Loads a portion of open receivables or payables: each becomes a posted document with its own date, due date and number, for the amount
 * still open, against the clearing account on the day of the cut-over. It ages by its due date and is paid like any other.
 */
export async function loadOpenItems(
  context: Context,
  cutOver: CutOverRecord,
  { importId, noun }: { readonly importId: string; readonly noun: 'openReceivables' | 'openPayables' },
  units: readonly LoadUnit[],
): Promise<Loaded[]> {
  const { tenant } = context;
  const kinds = KINDS[noun];
  const [owed, credit] = [
    await documentDefaults(tenant, kinds.owed),
    await documentDefaults(tenant, kinds.credit),
  ];
  const rates = new Map<string, string | Error>();
  const prepared: (Wanted | Loaded)[] = [];
  for (const [at, { unit, named: ids }] of units.entries()) {
    const named = ids[0] ?? {};
    const values = unit.rows[0]?.values ?? {};
    const currencyCode = values.currencyCode ?? cutOver.baseCurrency;
    const open = dec(values.openAmount ?? '0');
    const type = (open.isNegative() ? credit : owed).transactionTypeId;
    if (!isCurrency(currencyCode)) {
      prepared.push(refused('currencyCode', `${currencyCode} is not a currency.`));
      continue;
    }
    const rate = values.exchangeRate ?? (await rateOf(context, cutOver, currencyCode, rates));
    if (rate instanceof Error) prepared.push({ error: rate });
    else if (type === null) prepared.push(refused('entityId', `no transaction type of kind ${kinds.owed}`));
    else if (!isAtScale(open, currencyCode)) prepared.push(refused('openAmount', tooFine(currencyCode)));
    else if ((values.transactionDate ?? '') > cutOver.cutOverDate)
      prepared.push(refused('transactionDate', `is after the cut-over on ${cutOver.cutOverDate}.`));
    else {
      prepared.push({
        at,
        key: `${named.entityId} ${(values.referenceNumber ?? '').trim().toLowerCase()}`,
        item: figures(noun, currencyCode, open),
        wish: wishOf(context, cutOver, { noun, type, currencyCode, rate, open, values, named }),
        recordId: null,
      });
    }
  }
  return keepAll(context, cutOver, { importId, noun, field: 'referenceNumber' }, prepared);
}

async function rateOf(
  { tenant }: Context,
  { subsidiaryId, baseCurrency, cutOverDate }: CutOverRecord,
  currencyCode: string,
  known: Map<string, string | Error>,
): Promise<string | Error> {
  if (currencyCode === baseCurrency) return '1';
  const found = known.get(currencyCode);
  if (found !== undefined) return found;
  const rate = await rateFor(tenant, subsidiaryId, currencyCode, cutOverDate).catch((error: unknown) => {
    if (error instanceof RefusalError) return error;
    throw error;
  });
  known.set(currencyCode, rate);
  return rate;
}

function wishOf(
  context: Context,
  cutOver: CutOverRecord,
  item: {
    readonly noun: 'openReceivables' | 'openPayables';
    readonly type: string;
    readonly currencyCode: string;
    readonly rate: string;
    readonly open: Decimal;
    readonly values: Readonly<Record<string, string>>;
    readonly named: Readonly<Record<string, string>>;
  },
): StoreWish {
  const { noun, type, currencyCode, rate, open, values, named } = item;
  // What was paid before is not here; that there was more is said.
  const isPart = values.amount !== undefined && !open.abs().equals(dec(values.amount).abs());
  const whole = isPart ? `, out of ${amountInFull(values.amount ?? '', currencyCode)} ${currencyCode}` : '';
  const words = `Open on ${cutOver.cutOverDate}${whole}`;
  return {
    header: {
      transactionTypeId: type,
      subsidiaryId: cutOver.subsidiaryId,
      entityId: named.entityId ?? null,
      entityType: KINDS[noun].party,
      transactionDate: values.transactionDate ?? cutOver.cutOverDate,
      currencyCode,
      ...(currencyCode === cutOver.baseCurrency ? {} : { exchangeRate: rate }),
      ...(values.dueDate === undefined ? {} : { dueDate: values.dueDate }),
      referenceNumber: values.referenceNumber ?? null,
      memo: values.memo ?? words,
    },
    lines: [
      {
        lineNumber: 1,
        lineType: 'ITEM',
        description: words,
        quantity: '1',
        unitPrice: toPlainString(open.abs()),
        accountId: cutOver.clearingAccountId,
      },
    ],
    status: 'APPROVED',
    // Where an organization requires four eyes, a second person approves the whole import as one act.
    submitsOwnWork: true,
    // The rate is that of the day on which the books are taken over, whatever the last one before was.
    confirmedRate: 'Rate of the opening balance.',
    call: context,
  };
}

/** Makes the documents that are wanted and keeps every figure; each row gets its own answer, and a refused one leaves nothing. */
async function keepAll(
  context: Context,
  cutOver: CutOverRecord,
  kept: { readonly importId: string; readonly noun: CutOverNoun; readonly field: string },
  prepared: readonly (Wanted | Loaded)[],
): Promise<Loaded[]> {
  const { tenant } = context;
  const wanted = prepared.filter((one) => 'item' in one);
  const known = await knownKeys(
    tenant,
    cutOver.id,
    kept.noun,
    wanted.map(({ key }) => key),
  );
  const answers = new Map<number, Loaded>();
  const fresh = new Map<string, Wanted>();
  for (const one of wanted) {
    if (known.has(one.key) || fresh.has(one.key)) answers.set(one.at, again(kept.field));
    else fresh.set(one.key, one);
  }
  const made = await documentsOf(context, cutOver, [...fresh.values()]);
  const items: CutOverItem[] = [];
  for (const one of fresh.values()) {
    const answer: Loaded | undefined = one.recordId === null ? made.get(one.at) : { recordId: one.recordId };
    if (answer === undefined) throw new Error('a row lost its answer');
    answers.set(one.at, answer);
    if ('error' in answer) continue;
    items.push({
      ...one.item,
      id: newId(),
      cutOverId: cutOver.id,
      importId: kept.importId,
      itemKey: one.key,
      recordId: answer.recordId,
    });
  }
  await insertItems(tenant, items);
  return prepared.map((one, at) => ('item' in one ? (answers.get(at) as Loaded) : one));
}

/** Stores and posts the documents that are wanted. */
async function documentsOf(
  context: Context,
  cutOver: CutOverRecord,
  wanted: readonly Wanted[],
): Promise<Map<number, Loaded>> {
  const wishes = wanted.flatMap(({ at, wish }) => (wish === null ? [] : [{ at, wish }]));
  const loaded = await loadDocuments(
    context,
    wishes.map(({ wish }) => ({ wish, postsOn: cutOver.cutOverDate, overrideChecks: true })),
  );
  return new Map(
    wishes.map(({ at }, index) => {
      const one = loaded[index];
      if (one === undefined) throw new Error('a row lost its answer');
      return [at, one.ok ? { recordId: one.output.id, waits: one.output.waits } : { error: one.error }];
    }),
  );
}

const figures = (noun: CutOverNoun, currencyCode: string, amount: Decimal): Wanted['item'] => ({
  noun,
  currencyCode,
  amount: toPlainString(amount),
  recognized: null,
  billed: null,
  way: null,
});

const isAtScale = (amount: Decimal, currencyCode: string) =>
  dec(toAmountString(amount, currencyCode)).equals(amount);
const tooFine = (currencyCode: string) => `has more decimals than ${currencyCode}.`;
