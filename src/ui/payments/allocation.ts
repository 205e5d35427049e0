import { applyToItems, type OpenItem, oldestFirst } from '@/core/billing/applications';
import { toAmountString } from '@/core/money/currency';
import { dec, isPlainDecimal, sum, ZERO } from '@/core/money/decimal';

/** An open document a payment can settle. */
export type Payable = {
  readonly id: string;
  readonly number: string;
  readonly dueDate: string;
  readonly openAmount: string;
};

export type Paying = {
  readonly id: string;
  readonly number: string;
  readonly currencyCode: string;
  readonly openAmount: string;
};

/** Amounts by document id, as typed; an empty one applies nothing. */
export type Amounts = Readonly<Record<string, string>>;

export type Allocation = {
  readonly applications: readonly { readonly documentId: string; readonly amount: string }[];
  readonly total: string;
  /** The unapplied amount of the payment; negative when too much is applied. */
  readonly left: string;
  /** The error of a document's amount, by its id. */
  readonly problems: ReadonlyMap<string, string>;
  /** Why it cannot be applied this way; null when it can. */
  readonly obstacle: string | null;
};

/** The result of the entered amounts, checked by the same rule the ledger uses. */
export function readAllocation(payment: Paying, payables: readonly Payable[], amounts: Amounts): Allocation {
  const applications = payables.flatMap(({ id }) => {
    const amount = amounts[id] ?? '';
    return amount === '' ? [] : [{ documentId: id, amount }];
  });
  const total = sum(applications.map(({ amount }) => (isPlainDecimal(amount) ? amount : ZERO)));
  const left = dec(payment.openAmount).minus(total);
  const currency = payment.currencyCode;
  const problems = problemsOf(payment, payables, applications);
  return {
    applications,
    total: toAmountString(total, currency),
    left: toAmountString(left, currency),
    problems,
    obstacle: obstacleOf(applications.length, problems.size, left.isNegative(), payment),
  };
}

/** Amounts that settle the oldest due documents first until the payment is used up. */
export function oldestAmounts(payment: Paying, payables: readonly Payable[]): Amounts {
  const targets = payables.map((payable) => ({
    ...itemOf(payable, payment.currencyCode),
    dueDate: payable.dueDate,
  }));
  const taken = oldestFirst(itemOf(payment, payment.currencyCode), targets);
  return Object.fromEntries(taken.map(({ targetId, amount }) => [targetId, amount]));
}

/** The amount that settles one document, as far as the unapplied amount of the payment allows. */
export function amountInFull(
  payment: Paying,
  payables: readonly Payable[],
  amounts: Amounts,
  id: string,
): string {
  const { left } = readAllocation(payment, payables, { ...amounts, [id]: '' });
  const open = payables.find((payable) => payable.id === id)?.openAmount ?? '0';
  const amount = dec(open).lessThan(left) ? dec(open) : dec(left);
  return amount.greaterThan(ZERO) ? toAmountString(amount, payment.currencyCode) : '';
}

const itemOf = (
  { id, number, openAmount }: Pick<Paying, 'id' | 'number' | 'openAmount'>,
  currencyCode: string,
): OpenItem => ({ id, number, currencyCode, total: openAmount, applied: '0' });

function problemsOf(
  payment: Paying,
  payables: readonly Payable[],
  applications: Allocation['applications'],
): Map<string, string> {
  const outcome = applyToItems(
    itemOf(payment, payment.currencyCode),
    applications.map(({ documentId, amount }) => ({ targetId: documentId, amount })),
    payables.map((payable) => itemOf(payable, payment.currencyCode)),
  );
  const problems = new Map<string, string>();
  if (outcome.ok || outcome.refusal.code !== 'INVALID_INPUT') return problems;
  for (const { path, message } of outcome.refusal.data.issues) {
    const named = applications[Number(path[1])];
    if (path.length > 1 && named) problems.set(named.documentId, sentence(message));
  }
  return problems;
}

function obstacleOf(count: number, wrong: number, isTooMuch: boolean, payment: Paying): string | null {
  if (count === 0) return 'Enter an amount next to a document.';
  if (wrong > 0)
    return wrong === 1 ? 'Correct the amount marked in red.' : `Correct the ${wrong} amounts marked in red.`;
  return isTooMuch ? `That is more than the unapplied amount of ${payment.number}.` : null;
}

/** `is more than …` as a sentence next to the field. */
const sentence = (message: string) => {
  const bare = message.replace(/^is (?=more)/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`;
};
