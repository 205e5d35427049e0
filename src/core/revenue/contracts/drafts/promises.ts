import { allocateByWeight } from '@/core/money/allocate';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { addDays, addMonths } from '../../../periods/calendar';
import type { DateString } from '../../days';
import type { Residual, ScheduleMethod } from '../../schedules/schedule';
import type { CAPACITIES } from '../../vocabulary';
import type { ObligationPattern } from '../agreed/promised-terms';

/** How an item's performance obligation is satisfied; dates and quantities come from the line that sells it. */
export type TemplatePattern =
  | { kind: 'POINT' | 'UNITS' | 'PROGRESS' | 'USAGE' }
  | { kind: 'MILESTONES'; milestones: readonly { key: string; weight: DecimalString }[] }
  | {
      kind: 'RATABLE';
      /** Length from the line's start; if omitted, the line's own term. */
      months?: number | undefined;
      method?: ScheduleMethod | undefined;
      residual?: Residual | undefined;
    };

/** One performance obligation of an item (606-10-25-14); a bundle has several. */
export type PromiseTemplate = {
  key: string;
  description: string | null;
  pattern: TemplatePattern;
  /** The product whose listed price is its standalone price for one unit of the line. */
  productCode: string | null;
  /** Its weight in sharing the line's price with the item's other obligations. */
  weight: DecimalString;
  revenueAccountId: string | null;
  capacity: (typeof CAPACITIES)[number];
  nature: 'GOODS' | 'SERVICE' | 'LICENCE' | 'MATERIAL_RIGHT' | 'WARRANTY';
};

/** A line of a subscription or an invoice, with what a contract needs from it. */
export type SoldLine = {
  /** The line's name in a refusal. */
  name: string;
  itemId: string | null;
  itemCode: string | null;
  itemType: string | null;
  templates: readonly PromiseTemplate[];
  description: string | null;
  /** Price after its own discount, over the whole term. */
  amount: DecimalString;
  /** Standalone price when no price list has one, over the whole term. */
  standalone: { amount: DecimalString; evidence: string };
  /** The number of units the price list prices: quantity times billing periods. */
  units: DecimalString;
  quantity: DecimalString;
  start: DateString;
  end: DateString | null;
  /** Sold by time: without a template, the line is one service over its term. */
  isTerm: boolean;
  classId: string | null;
  departmentId: string | null;
  locationId: string | null;
  projectId: string | null;
};

/** A performance obligation with its share of the line's price. */
export type PromisedObligation = {
  key: string;
  description: string | null;
  itemId: string | null;
  pattern: ObligationPattern;
  contractPrice: DecimalString;
  productCode?: string | undefined;
  units?: DecimalString | undefined;
  ssp?: DecimalString | undefined;
  sspEvidence?: string | undefined;
  capacity: PromiseTemplate['capacity'];
  nature: PromiseTemplate['nature'];
  revenueAccountId: string | null;
  classId: string | null;
  departmentId: string | null;
  locationId: string | null;
  projectId: string | null;
};

const NATURE_OF_TYPE: Readonly<Record<string, PromiseTemplate['nature']>> = { GOODS: 'GOODS' };

/** The obligation of a line without templates, when the item's type implies it; null when it has to be specified. */
function impliedTemplate(line: SoldLine): PromiseTemplate | null {
  const kind =
    line.itemType === 'USAGE'
      ? 'USAGE'
      : line.isTerm || line.itemType === 'SUBSCRIPTION'
        ? 'RATABLE'
        : line.itemType === 'GOODS'
          ? 'UNITS'
          : null;
  if (kind === null) return null;
  return {
    key: line.itemCode ?? 'service',
    description: line.description,
    pattern: { kind },
    productCode: null,
    weight: '1',
    revenueAccountId: null,
    capacity: 'PRINCIPAL',
    nature: NATURE_OF_TYPE[line.itemType ?? ''] ?? 'SERVICE',
  };
}

function patternFor(template: PromiseTemplate, line: SoldLine): Outcome<ObligationPattern> {
  const { pattern } = template;
  switch (pattern.kind) {
    case 'UNITS':
      return granted(
        dec(line.quantity).gt(ZERO) ? { kind: 'UNITS', quantity: line.quantity } : { kind: 'POINT' },
      );
    case 'MILESTONES':
      return granted({ kind: 'MILESTONES', milestones: pattern.milestones });
    case 'RATABLE': {
      const { months, method, residual } = pattern;
      const end = months === undefined ? line.end : addDays(addMonths(line.start, months), -1);
      if (end === null) {
        return refused('REVENUE_RULE', `${line.name} has no end date, so a term is required.`, {
          rule: 'TERM_MISSING',
          line: line.name,
        });
      }
      return granted({
        kind: 'RATABLE',
        start: line.start,
        end,
        ...(method === undefined ? {} : { method }),
        ...(residual === undefined ? {} : { residual }),
      });
    }
    default:
      return granted({ kind: pattern.kind });
  }
}

/** A key not yet in use: the second `support` of a contract is `support-2`. */
function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted;
  for (let n = 2; taken.has(key); n += 1) key = `${wanted}-${n}`;
  taken.add(key);
  return key;
}

/**
 * The performance obligations of the lines of a subscription or an invoice (606-10-25-14 to 25-18): each line's price is
 * shared by weight among its item's templates; a standalone price comes from the price list by product, or else from the
 * line itself. Usage has no price of its own. Refuses with REVENUE_RULE NO_TEMPLATE for a line whose obligation is not
 * specified, and TERM_MISSING.
 */
export function promisesOf(
  lines: readonly SoldLine[],
  currencyCode: string,
): Outcome<{ obligations: PromisedObligation[]; keysOfLine: string[][]; total: DecimalString }> {
  const taken = new Set<string>();
  const obligations: PromisedObligation[] = [];
  const keysOfLine: string[][] = [];
  let total: Decimal = ZERO;
  for (const line of lines) {
    const implied = line.templates.length === 0 ? impliedTemplate(line) : null;
    const templates = implied === null ? line.templates : [implied];
    if (templates.length === 0) {
      return refused(
        'REVENUE_RULE',
        `${line.name} has no performance obligations: add a revenue template to its item.`,
        { rule: 'NO_TEMPLATE', line: line.name, itemId: line.itemId },
      );
    }
    const weights = templates.map(({ weight }) => dec(weight));
    const shares = allocateByWeight(dec(line.amount), weights, currencyCode);
    const alone = allocateByWeight(dec(line.standalone.amount), weights, currencyCode);
    const keys: string[] = [];
    for (const [index, template] of templates.entries()) {
      const pattern = patternFor(template, line);
      if (!pattern.ok) return pattern;
      const isUsage = template.pattern.kind === 'USAGE';
      const key = freeKey(template.key, taken);
      keys.push(key);
      const listed =
        template.productCode === null
          ? {
              ssp: toPlainString(isUsage ? ZERO : (alone[index] ?? ZERO)),
              sspEvidence: line.standalone.evidence,
            }
          : { productCode: template.productCode, units: line.units };
      obligations.push({
        key,
        description: template.description ?? line.description,
        itemId: line.itemId,
        pattern: pattern.value,
        contractPrice: toAmountString(shares[index] ?? ZERO, currencyCode),
        ...listed,
        capacity: template.capacity,
        nature: template.nature,
        revenueAccountId: template.revenueAccountId,
        classId: line.classId,
        departmentId: line.departmentId,
        locationId: line.locationId,
        projectId: line.projectId,
      });
    }
    keysOfLine.push(keys);
    total = total.plus(line.amount);
  }
  return granted({ obligations, keysOfLine, total: toAmountString(total, currencyCode) });
}
