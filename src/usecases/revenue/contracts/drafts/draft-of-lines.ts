import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { type PromiseTemplate, promisesOf, type SoldLine } from '@/core/revenue/contracts/drafts/promises';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { type ContractSource, insertSources, sourcesOfDocument } from '@/db/revenue/contracts/sources';
import { type PromisingItem, promisingItems } from '@/db/stores/sales/obligation-templates';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../../kit/define';
import type { contractCreateInput } from '../contract-input';
import { draftContract } from '../create-contract';

/** A line that can go into a contract, before its item has been read. */
export interface CandidateLine extends Omit<SoldLine, 'itemCode' | 'itemType' | 'templates'> {
  readonly source: Pick<ContractSource, 'sourceKind' | 'sourceId' | 'lineNumber'>;
}

/** A document's sales lines, and the other parts of its price that are not obligations (discounts, freight). */
export interface SoldDocument {
  readonly id: string;
  readonly noun: 'subscription' | 'invoice';
  readonly number: string;
  readonly lines: readonly CandidateLine[];
  readonly besides: string;
}

/** The lines that are not yet in any contract. Refuses REVENUE_RULE SOURCE_USED when none is left. */
export async function freeLines(
  tenant: Tenant,
  { id, noun, number, lines }: Pick<SoldDocument, 'id' | 'noun' | 'number' | 'lines'>,
): Promise<CandidateLine[]> {
  const used = await sourcesOfDocument(tenant, id);
  const isUsed = ({ sourceId, lineNumber }: CandidateLine['source']) =>
    used.some((one) => one.sourceId === sourceId && one.lineNumber === lineNumber);
  const free = lines.filter(({ source }) => !isUsed(source));
  if (free.length > 0) return free;
  const [first] = used;
  if (first === undefined) {
    refuse('REVENUE_RULE', `The ${noun} ${number} has no lines from which to create a contract.`, {
      rule: 'NO_SOURCE_LINES',
    });
  }
  refuse('REVENUE_RULE', `Every line of the ${noun} ${number} is already in a revenue contract.`, {
    rule: 'SOURCE_USED',
    contractId: first.contractId,
  });
}

/**
 * Drafts a contract from sales lines (606-10-25-14): obligations from the items' templates, standalone prices from the
 * price list on the contract date. Each line is recorded as a source, so that no other contract uses it.
 */
export async function contractOfLines(
  context: Context,
  sold: SoldDocument,
  draft: Omit<Parameters<typeof draftContract>[1], 'price' | 'obligations' | 'discounts'> & {
    readonly currencyCode: string;
    readonly contractDate: string;
  },
): Promise<ContractRow> {
  const { tenant } = context;
  const { currencyCode, contractDate } = draft;
  const ids = [...new Set(sold.lines.flatMap(({ itemId }) => itemId ?? []))];
  const items = new Map(
    (await promisingItems(tenant, ids, currencyCode, contractDate)).map((item) => [item.id, item]),
  );
  const promised = valueOrThrow(
    promisesOf(
      sold.lines.map((line) => asSold(line, items.get(line.itemId ?? ''))),
      currencyCode,
    ),
  );
  const fixed = dec(promised.total).plus(sold.besides);
  if (fixed.isNegative()) {
    refuse('REVENUE_RULE', `The ${sold.noun} ${sold.number} has a negative value.`, {
      rule: 'NEGATIVE_PRICE',
    });
  }
  const contract = await draftContract(context, {
    ...draft,
    price: { fixed: toAmountString(roundToCurrency(fixed, currencyCode), currencyCode) },
    obligations: promised.obligations as NonNullable<
      ReturnType<typeof contractCreateInput.parse>['obligations']
    >,
  });
  await insertSources(
    tenant,
    sold.lines.map((line, index) => ({
      ...line.source,
      contractId: contract.id,
      documentId: sold.id,
      amount: line.amount,
      obligationKeys: promised.keysOfLine[index] ?? [],
    })),
  );
  return contract;
}

function asSold({ source: _source, ...line }: CandidateLine, item: PromisingItem | undefined): SoldLine {
  const templates = (item?.templates ?? []) as unknown as PromiseTemplate[];
  // An item that the price list names directly needs no product code in its only template.
  const priced =
    item !== undefined && item.pricedAs !== null && templates.length === 1
      ? templates.map((one) => ({ ...one, productCode: one.productCode ?? item.pricedAs }))
      : templates;
  return {
    ...line,
    itemCode: item?.code ?? null,
    itemType: item?.itemType ?? null,
    description: line.description ?? item?.name ?? null,
    templates: priced,
  };
}
