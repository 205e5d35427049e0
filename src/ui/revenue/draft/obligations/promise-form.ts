import { QUESTIONS, type Question } from '@/core/revenue/judgements/judgements';
import { RESIDUALS, SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import { CAPACITIES, NATURES, OBLIGATION_EXPEDIENTS, PRICE_METHODS } from '@/core/revenue/vocabulary';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { LICENSE_MINIMUM, USAGE_MINIMUM } from '../price/minimum-form';
import { words } from '../said';
import { rowsOf, termsOf, variants } from '../term-groups';
import {
  always,
  choice,
  chosen,
  further,
  needed,
  neededWhen,
  percent,
  type Term,
  text,
  unlessFirst,
  when,
  wholly,
  yesOrNo,
  yesUnless,
} from '../terms';

/**
 * The form of a promise: every term the verb takes of an obligation, with the field of the form that holds it. The
 * draft a form holds, what is sent, what a saved draft gives back, what is missing and where a refusal belongs all
 * follow from here; a new term of the verb does not compile until it has a line here.
 */

type AskedContract = RouterInputs['revenue']['contracts']['create'];
export type AskedObligation = NonNullable<AskedContract['obligations']>[number];
type AskedPattern = AskedObligation['pattern'];
type Pattern<Kind extends AskedPattern['kind']> = Omit<Extract<AskedPattern, { kind: Kind }>, 'kind'>;
type AskedEstimate = NonNullable<AskedObligation['standalone']>;
type Estimate<Kind extends AskedEstimate['kind']> = Omit<Extract<AskedEstimate, { kind: Kind }>, 'kind'>;

const milestone = termsOf<{ key: string; weight: string }>()({
  key: needed(text('key')),
  weight: needed(text('weight')),
});
export type MilestoneDraft = typeof milestone.empty & { readonly id: string };

const tier = termsOf<{ upTo: string; unitPrice: string }>()({
  upTo: needed(text('upTo')),
  unitPrice: needed(text('unitPrice')),
});
export type TierDraft = typeof tier.empty & { readonly id: string };

type Tiers = NonNullable<Pattern<'USAGE'>['tiers']>;
const tiersBelow = rowsOf('tiers', 'u', tier);

/** Graduated prices: the tiers below the last, whose price is the card's own price of a unit. */
const usageTiers: Term<{ readonly tiers: readonly TierDraft[]; readonly unitPrice: string }, Tiers> = {
  empty: { tiers: [], unitPrice: '' },
  none: [],
  further: ['tiers'],
  ask(draft) {
    const below = tiersBelow.ask(draft) ?? [];
    const { unitPrice } = draft;
    return below.length === 0 && unitPrice === '' ? undefined : [...below, { upTo: null, unitPrice }];
  },
  read(stored, rows) {
    const tiers = (stored ?? []) as Tiers;
    return { ...tiersBelow.read(tiers.slice(0, -1), rows), unitPrice: words(tiers.at(-1)?.unitPrice) };
  },
  gaps: (draft) =>
    draft.tiers.length > 0 && draft.unitPrice === ''
      ? { unitPrice: 'Enter the price beyond the last tier', ...tiersBelow.gaps(draft) }
      : tiersBelow.gaps(draft),
  fieldAt(path, draft) {
    const found = tiersBelow.fieldAt(path, draft);
    return found === 'tiers' ? 'unitPrice' : found;
  },
};

const PATTERN_TERMS = {
  RATABLE: termsOf<Pattern<'RATABLE'>>()({
    start: needed(text('start')),
    end: needed(text('end')),
    method: choice('spread', SCHEDULE_METHODS),
    residual: further(choice('residual', RESIDUALS)),
  }),
  POINT: termsOf<Pattern<'POINT'>>()({}),
  UNITS: termsOf<Pattern<'UNITS'>>()({ quantity: needed(text('quantity')) }),
  PROGRESS: termsOf<Pattern<'PROGRESS'>>()({}),
  MILESTONES: termsOf<Pattern<'MILESTONES'>>()({
    milestones: needed(rowsOf('milestones', 'm', milestone), 'Add at least one milestone'),
  }),
  USAGE: termsOf<Pattern<'USAGE'>>()({
    tiers: usageTiers,
    invoicedPrice: further(text('invoicedPrice')),
    expectedPrice: further(text('expectedPrice')),
    minimum: USAGE_MINIMUM,
  }),
  RIGHTS: termsOf<Pattern<'RIGHTS'>>()({ expectedUsed: needed(text('quantity')) }),
  LICENCE: termsOf<Pattern<'LICENCE'>>()({
    intellectualProperty: chosen('intellectualProperty', ['FUNCTIONAL', 'SYMBOLIC']),
    start: needed(text('start')),
    end: needed(text('end')),
    providedOn: further(text('providedOn')),
    minimum: LICENSE_MINIMUM,
  }),
  REPURCHASE: termsOf<Pattern<'REPURCHASE'>>()({
    option: chosen('option', ['CALL', 'FORWARD', 'PUT']),
    salePrice: needed(text('salePrice')),
    repurchasePrice: needed(text('repurchasePrice')),
    on: needed(text('repurchaseOn')),
    expectedMarketValue: neededWhen(
      text('expectedMarketValue'),
      ({ option }: { readonly option: string }) => option === 'PUT',
    ),
    significantIncentive: yesOrNo('significantIncentive'),
  }),
};

/** The basis for estimating a standalone selling price when no price is given (606-10-32-33). */
const ESTIMATE_TERMS = {
  OPTION: termsOf<Estimate<'OPTION'>>()({
    averagePurchase: needed(text('averagePurchase')),
    discount: needed(percent('discountPercent')),
    discountForAll: needed(percent('discountForAllPercent')),
    likelihood: needed(percent('likelihoodPercent')),
  }),
  RIGHTS: termsOf<Estimate<'RIGHTS'>>()({
    valueEach: needed(text('valueEach')),
    expectedUsed: needed(text('expectedUsed')),
  }),
  COST: termsOf<Estimate<'COST'>>()({
    cost: needed(text('cost')),
    margin: percent('marginPercent'),
    likelihood: percent('likelihoodPercent'),
  }),
};

type AskedAnswer = NonNullable<AskedObligation['answers']>[number];
type AskedPart = NonNullable<AskedObligation['parts']>[number];

/** The facts a standalone selling price is estimated from, by method. */
export const ESTIMATE = variants<'estimate', typeof ESTIMATE_TERMS, '', AskedEstimate>(
  'estimate',
  '',
  ESTIMATE_TERMS,
);

/** How a promise is satisfied. */
export const PATTERN = variants<'pattern', typeof PATTERN_TERMS, 'RATABLE', AskedPattern>(
  'pattern',
  'RATABLE',
  PATTERN_TERMS,
);

/** One judgment with what it rests on. */
const answer = termsOf<AskedAnswer>()({
  question: chosen('question', Object.keys(QUESTIONS) as [Question, ...Question[]]),
  answer: yesUnless('answer'),
  evidence: needed(text('evidence'), 'Enter the evidence'),
});
export type AnswerDraft = typeof answer.empty & { readonly id: string };

/** A good or service that is part of the obligation, with the reason it is not distinct (606-10-25-22). */
const part = termsOf<AskedPart>()({
  name: needed(text('name')),
  answers: always(rowsOf('answers', 'a', answer)),
});
export type PartDraft = typeof part.empty & { readonly id: string };

/** As the form lists them: a service first, since most obligations are services. */
export const LISTED_NATURES: readonly [Nature, ...Nature[]] = [
  'SERVICE',
  ...NATURES.filter((one) => one !== 'SERVICE'),
];
type Nature = (typeof NATURES)[number];

interface Supplied {
  readonly pattern: AskedPattern['kind'];
  readonly supplierShare: string;
}

/**
 * A supplier's share is a fixed amount for deliveries and progress, rarely for obligations over time, and a rate for
 * usage.
 */
export function takesSupplier({ pattern: kind, supplierShare }: Supplied): boolean {
  if (kind === 'USAGE') return false;
  if (supplierShare !== '') return true;
  return kind === 'POINT' || kind === 'UNITS' || kind === 'PROGRESS' || kind === 'MILESTONES';
}

export const PROMISE = termsOf<AskedObligation>()({
  key: always(text('key')),
  description: text('description'),
  itemId: text('itemId'),
  productCode: text('productCode'),
  stratum: text('stratum'),
  units: text('units'),
  ssp: text('ssp'),
  standalone: further(ESTIMATE),
  sspEvidence: text('sspEvidence'),
  sspRange: further(
    wholly(
      termsOf<NonNullable<AskedObligation['sspRange']>>()({
        low: always(text('rangeLow')),
        high: always(text('rangeHigh')),
      }),
      'Enter both ends of the range',
    ),
  ),
  method: unlessFirst('method', PRICE_METHODS),
  contractPrice: text('contractPrice'),
  pattern: PATTERN,
  returnableUntil: further(text('returnableUntil')),
  capacity: chosen('capacity', CAPACITIES),
  supplierShare: when(text('supplierShare'), takesSupplier),
  supplierRate: further(when(percent('supplierPercent'), ({ pattern: kind }: Supplied) => kind === 'USAGE')),
  expedient: further(choice('expedient', OBLIGATION_EXPEDIENTS)),
  nature: chosen('nature', LISTED_NATURES),
  answers: further(rowsOf('answers', 'a', answer)),
  parts: further(rowsOf('parts', 't', part)),
  revenueAccountId: text('revenueAccountId'),
  departmentId: text('departmentId'),
  classId: text('classId'),
  locationId: text('locationId'),
  projectId: text('projectId'),
});

export type PatternKind = keyof typeof PATTERN_TERMS;

/** A promise as the form holds it: texts, choices and rows; an empty text means "not specified". */
export type ObligationDraft = typeof PROMISE.empty & {
  /** The id of its card while the form is open. */
  readonly id: string;
};

/** Whether a promise has any further term: then the form shows them without being asked. */
export function hasFurtherTerms(one: ObligationDraft): boolean {
  const held = new Map<string, unknown>(Object.entries(one));
  return PROMISE.further.some((name) => {
    const value = held.get(name);
    return Array.isArray(value) ? value.length > 0 : value !== '';
  });
}

const named = (terms: Readonly<Record<string, { readonly terms: object }>>, kind: string, name: string) =>
  name in (terms[kind]?.terms ?? {});
/** Whether a fact of this name is one the card's price is estimated from, or one of its pattern. */
export const isOfEstimate = (one: ObligationDraft, name: string) => named(ESTIMATE_TERMS, one.estimate, name);
export const isOfPattern = (one: ObligationDraft, name: string) => named(PATTERN_TERMS, one.pattern, name);

/** The terms of a sale with a repurchase agreement (606-10-55-66); null for any other sale. */
export function repurchaseTerms(one: ObligationDraft): Extract<AskedPattern, { kind: 'REPURCHASE' }> | null {
  const asked = PATTERN.ask(one);
  return asked?.kind === 'REPURCHASE' ? asked : null;
}
