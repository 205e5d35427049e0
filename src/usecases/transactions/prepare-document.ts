import { dueDateBy } from '@/core/billing/payment-terms';
import { rateOn } from '@/core/fx/rates';
import { AMOUNT_COLUMN, columnProblem } from '@/core/money/column';
import { CALENDAR_MONTHS, fiscalYearOf } from '@/core/periods/fiscal-calendar';
import { type Issue, refuse } from '@/core/refusals';
import { glImpact, type ImpactLine, type PostingRule } from '@/core/transactions/gl-impact';
import { eachTerm, type HeaderTermName, isAskedOf } from '@/core/transactions/header-terms';
import {
  type EntityType,
  KIND_FACTS,
  type LineType,
  SALES_KINDS,
  type TransactionKind,
} from '@/core/transactions/kinds';
import { taxRateOn } from '@/core/transactions/tax';
import { computeTotals, type Totals } from '@/core/transactions/totals';
import type { DocumentReferences } from '@/db/stores/documents/document-references';
import type { NewImpactLine, NewLine, TransactionRecord } from '@/db/stores/documents/transactions';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { LineInput } from './document-input';
import type { DocumentDraft } from './references/collect-references';
import {
  contractOf,
  demandContractOf,
  demandObligationsOf,
  REVENUE_CONTROLS,
} from './references/contract-of-document';
import { factsById, placeOf } from './references/reference-facts';
import { type Resolved, resolveReferences } from './references/resolve-references';

/** A computed document: its columns, its lines and its entry. */
export interface PreparedDocument {
  readonly header: Partial<TransactionRecord>;
  readonly lines: readonly NewLine[];
  readonly impact: readonly NewImpactLine[];
  readonly kind: TransactionKind;
  readonly series: string;
  readonly fiscalYear: number;
}

/**
 * Computes a document from its fields and references: references, tax rates of its date, exchange rate, totals
 * (decisions.md, "Amounts") and its entry by the posting rule. Pure except for thrown refusals:
 * REFERENCE_NOT_FOUND, INVALID_INPUT, RATE_MISSING.
 */
export function prepareDocument(
  id: string,
  draft: DocumentDraft,
  facts: DocumentReferences,
): PreparedDocument {
  const resolved = resolveReferences(draft, facts);
  const { header } = draft;
  const { kind, numberPrefix } = resolved.type;
  if (header.isAdjustment === true && kind !== 'JOURNAL') {
    const message = 'only journals can be posted to the adjustment period';
    refuse('INVALID_INPUT', `isAdjustment: ${message}`, { issues: [{ path: ['isAdjustment'], message }] });
  }
  demandContractOf(header, kind, facts);
  demandObligationsOf(draft, kind, facts);
  const baseCurrencyCode = resolved.subsidiary.baseCurrency;
  const exchangeRate = exchangeRateOf(draft, baseCurrencyCode, facts);
  const taxRates = draft.lines.map((line, index) => taxRateFor(line, index, header.transactionDate, facts));
  const totals = valueOrThrow(
    computeTotals({
      kind,
      currencyCode: header.currencyCode,
      baseCurrencyCode,
      exchangeRate,
      lines: draft.lines.map((line, index) => ({ ...line, taxRate: taxRates[index] ?? null })),
    }),
  );
  const { lines: lineTotals, ...amounts } = totals;
  const columns = {
    ...optionalColumns(header, kind, resolved.entity?.paymentTerms ?? null),
    id,
    transactionTypeId: resolved.type.id,
    kind,
    subsidiaryId: resolved.subsidiary.id,
    entityType: resolved.entity?.type ?? null,
    entityId: resolved.entity?.id ?? null,
    transactionDate: header.transactionDate,
    currencyCode: header.currencyCode,
    baseCurrencyCode,
    exchangeRate,
    exchangeRateGiven: header.exchangeRate !== null && header.exchangeRate !== undefined,
    ...amounts,
  };
  const lines = draft.lines.map((line, index) =>
    storedLine(id, line, taxRates[index] ?? null, lineTotals[index]),
  );
  return {
    header: columns,
    lines,
    impact: impactOf(columns, lines, facts, resolved),
    kind,
    series: numberPrefix,
    fiscalYear: fiscalYearFor(header.subsidiaryId, header.transactionDate, facts),
  };
}

/** The header fields that determine the entry. */
export type ImpactHeader = Pick<
  TransactionRecord,
  'id' | 'kind' | 'currencyCode' | 'baseCurrencyCode' | 'exchangeRate' | 'entityType' | 'entityId'
> & { readonly memo?: string | null; readonly revenueContractId?: string | null };

/**
 * The entry a document will post, ready to store. Refuses INVALID_INPUT when a base currency
 * amount does not fit its column.
 */
export function impactOf(
  header: ImpactHeader,
  lines: readonly NewLine[],
  facts: DocumentReferences,
  { type, subsidiary, entity }: Resolved,
): NewImpactLine[] {
  const kind = header.kind as TransactionKind;
  const contract = contractOf(header, kind, facts);
  const liabilityId = contract?.liabilityAccountId ?? null;
  const entry = glImpact(
    {
      ...header,
      kind,
      entityType: header.entityType as EntityType | null,
      memo: header.memo ?? null,
      lines: lines.map((line) => impactLine(line, kind, facts, liabilityId)),
    },
    ruleFor(type, subsidiary.id, entity, facts),
  );
  const { accounts } = factsById(facts);
  const issues: Issue[] = [];
  const rows = entry.map(({ isControl, currencyCode: _same, ...line }): NewImpactLine => {
    for (const amount of [line.debit, line.credit, line.baseDebit, line.baseCredit]) {
      const message = columnProblem(amount, AMOUNT_COLUMN);
      if (message !== null) issues.push({ path: ['lines'], message: `an amount of the entry ${message}` });
    }
    const controlFor = line.accountId === null ? null : (accounts.get(line.accountId)?.controlFor ?? null);
    const ofContract = contract !== undefined && REVENUE_CONTROLS.has(controlFor ?? '');
    return { transactionId: header.id, ...line, fromSubledger: isControl || ofContract };
  });
  if (issues.length > 0) refuse('INVALID_INPUT', 'An amount of the entry is too large.', { issues });
  return rows;
}

const NO_RULE: PostingRule = {
  controlAccountId: null,
  taxAccountId: null,
  discountAccountId: null,
  bankAccountId: null,
  defaultLineAccountId: null,
  shippingAccountId: null,
};

/** The rule of the type, with the counterparty's own accounts taking precedence. */
function ruleFor(
  type: Resolved['type'],
  subsidiaryId: string,
  entity: Resolved['entity'],
  facts: DocumentReferences,
): PostingRule {
  const rule = typeRule(type.id, subsidiaryId, facts);
  const own = entity?.controlAccountId ?? controlOfOthers(type.kind, subsidiaryId, entity, facts);
  return {
    ...rule,
    controlAccountId: own ?? rule.controlAccountId,
    defaultLineAccountId: entity?.expenseAccountId ?? rule.defaultLineAccountId,
  };
}

/** The rule of a type: the subsidiary's own takes precedence over the general one. */
function typeRule(typeId: string, subsidiaryId: string, facts: DocumentReferences): PostingRule {
  const rules = facts.rules.filter((rule) => rule.transactionTypeId === typeId);
  return (
    rules.find((one) => one.subsidiaryId === subsidiaryId) ??
    rules.find((one) => one.subsidiaryId === null) ??
    NO_RULE
  );
}

/**
 * A payment to a counterparty of a secondary kind moves the control account of that counterparty's own documents: for
 * an employee, that of expense reports.
 */
function controlOfOthers(
  kind: TransactionKind,
  subsidiaryId: string,
  entity: Resolved['entity'],
  facts: DocumentReferences,
): string | null {
  if (entity === null || KIND_FACTS[kind].alsoFor?.[entity.type] === undefined) return null;
  const theirs = facts.types.find((type) => type.kind === 'EXPENSE_REPORT');
  return theirs === undefined ? null : typeRule(theirs.id, subsidiaryId, facts).controlAccountId;
}

/** An amount that bills a contract credits the contract liability until it is earned; its tax does not. */
function impactLine(
  line: NewLine,
  kind: TransactionKind,
  facts: DocumentReferences,
  liabilityId: string | null,
): ImpactLine {
  const known = factsById(facts);
  const item = known.items.get(line.itemId ?? '');
  const itemAccount = SALES_KINDS.includes(kind) ? item?.revenueAccountId : item?.expenseAccountId;
  const owed = line.lineType === 'TAX' ? null : liabilityId;
  return {
    ...line,
    lineType: line.lineType as LineType,
    accountId: owed ?? line.accountId ?? itemAccount ?? null,
    taxAccountId: known.taxCodes.get(line.taxCodeId ?? '')?.accountId ?? null,
  };
}

function exchangeRateOf({ header }: DocumentDraft, base: string, facts: DocumentReferences): string {
  const { currencyCode, transactionDate: date, exchangeRate } = header;
  if (exchangeRate === null || exchangeRate === undefined) {
    return valueOrThrow(rateOn({ from: currencyCode, to: base, date }, facts.rates)).rate;
  }
  if (currencyCode === base && exchangeRate !== '1') {
    const message = `must be 1: the transaction is in the subsidiary's own currency ${base}`;
    refuse('INVALID_INPUT', `exchangeRate: ${message}`, { issues: [{ path: ['exchangeRate'], message }] });
  }
  return exchangeRate;
}

function taxRateFor(line: LineInput, index: number, date: string, facts: DocumentReferences): string | null {
  const code = factsById(facts).taxCodes.get(line.taxCodeId ?? '');
  return code === undefined
    ? null
    : valueOrThrow(taxRateOn(code, date, ['lines', String(index), 'taxCodeId']));
}

function storedLine(
  transactionId: string,
  line: LineInput,
  taxRatePercent: string | null,
  totals: Totals['lines'][number] | undefined,
): NewLine {
  return {
    transactionId,
    lineNumber: line.lineNumber,
    lineType: line.lineType,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    lineAmount: totals?.lineAmount ?? '0',
    taxCodeId: line.taxCodeId ?? null,
    taxRatePercent,
    taxAmount: totals?.taxAmount ?? '0',
    accountId: line.accountId ?? null,
    itemId: line.itemId ?? null,
    classId: line.classId ?? null,
    departmentId: line.departmentId ?? null,
    locationId: line.locationId ?? null,
    projectId: line.projectId ?? null,
    obligationKey: line.obligationKey ?? null,
    commitmentFrom: line.commitmentFrom ?? null,
  };
}

/**
 * The header's own columns. An invoice or bill that does not say its terms or its due date gets them from the counterparty;
 * null says that it has none.
 */
function optionalColumns(header: DocumentDraft['header'], kind: TransactionKind, theirTerms: string | null) {
  const said = eachTerm((name) => header[name] ?? null) as Pick<TransactionRecord, HeaderTermName>;
  const isAdjustment = header.isAdjustment ?? false;
  if (!isAskedOf('dueDate', kind)) return { ...said, isAdjustment };
  const paymentTerms = header.paymentTerms === undefined ? theirTerms : said.paymentTerms;
  const dueDate =
    header.dueDate === undefined ? dueDateBy(paymentTerms, header.transactionDate) : said.dueDate;
  return { ...said, paymentTerms, dueDate, isAdjustment };
}

/** The fiscal year of the period that contains the date; where there is none, that of the organization's calendar. */
function fiscalYearFor(subsidiaryId: string, date: string, facts: DocumentReferences): number {
  const stored = factsById(facts).years.get(placeOf(subsidiaryId, date));
  const calendar = { ...CALENDAR_MONTHS, startMonth: facts.organization.fiscalYearStartMonth };
  return stored ?? fiscalYearOf(date, calendar);
}
