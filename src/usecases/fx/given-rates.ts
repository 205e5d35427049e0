import { passRates, rateJump, type StatedRate } from '@/core/fx/rate-change';
import { rateOn } from '@/core/fx/rates';
import type { Surface } from '@/core/principal';
import type { RateJump } from '@/core/refusals';
import type { DocumentReferences } from '@/db/stores/documents/document-references';
import type { TransactionRecord } from '@/db/stores/documents/transactions';
import { valueOrThrow } from '../kit/value-or-throw';

/**
 * Whether a rate that jumps must be confirmed as soon as a document states it. The interface's own doors take the rate they are
 * given (interface 2.6, exchangeRate); there it must be confirmed before the period is closed, on the document's page.
 */
const ASKED_AT_ONCE: Readonly<Record<Surface, boolean>> = {
  A: false,
  B: false,
  C: false,
  D: false,
  scim: false,
  auth: false,
  job: false,
  trpc: true,
};

type Stated = Pick<
  TransactionRecord,
  'currencyCode' | 'baseCurrencyCode' | 'exchangeRate' | 'exchangeRateGiven' | 'transactionDate'
>;

/** The rate a document states with the one the table has for its day; null when it states none, or there is none. */
function statedBy(document: Stated, facts: Pick<DocumentReferences, 'rates'>): StatedRate | null {
  const { currencyCode: from, baseCurrencyCode: to, transactionDate: date } = document;
  if (!document.exchangeRateGiven || from === to) return null;
  const known = rateOn({ from, to, date }, facts.rates);
  if (!known.ok) return null;
  return {
    from,
    to,
    date,
    rate: document.exchangeRate,
    last: { rate: known.value.rate, date: known.value.rateDate },
  };
}

/** How far the rate a document states is from the table's, if that is more than the organization's limit. */
export function jumpOf(
  document: Stated,
  facts: Pick<DocumentReferences, 'rates' | 'organization'>,
): RateJump | null {
  const stated = statedBy(document, facts);
  return stated === null ? null : rateJump(stated, facts.organization.rateChangeLimit);
}

/**
 * Demands a reason for the rate a document states where it jumps and the door asks. Answers the jump a reason was given for,
 * to be recorded. Refuses RATE_JUMP.
 */
export function demandConfirmed(
  document: Stated,
  facts: Pick<DocumentReferences, 'rates' | 'organization'>,
  { surface, reason }: { readonly surface: Surface; readonly reason: string | null },
): RateJump | null {
  const stated = statedBy(document, facts);
  if (stated === null) return null;
  const isTold = reason !== null && reason.trim() !== '';
  if (!ASKED_AT_ONCE[surface] && !isTold) return null;
  const [jump] = valueOrThrow(passRates([stated], facts.organization.rateChangeLimit, reason));
  return jump ?? null;
}
