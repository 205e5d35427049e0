/**
 * The closed lists of words in which contracts, obligations, runs and policies are described. The choices of the API, of the forms and of the
 * filters are these; the database's CHECKs are compared with them by src/db/vocabularies.db.test.ts.
 */

/** What a contract's own history can bring it to. */
export const LIVED_STATUSES = ['DRAFT', 'ACTIVE', 'COMPLETED', 'TERMINATED'] as const;

/** COMBINED: its obligations are accounted for in another contract (606-10-25-9). */
export const CONTRACT_STATUSES = [...LIVED_STATUSES, 'COMBINED'] as const;

/** 606-10-55-36 to 55-40. */
export const CAPACITIES = ['PRINCIPAL', 'AGENT'] as const;

export const NATURES = ['GOODS', 'SERVICE', 'LICENCE', 'MATERIAL_RIGHT', 'WARRANTY'] as const;

/** How an obligation gets its share of the transaction price: in proportion, or what the others leave (606-10-32-34c). */
export const PRICE_METHODS = ['RELATIVE', 'RESIDUAL'] as const;

export const FRAMEWORKS = ['US_GAAP', 'IFRS'] as const;

/** What is tested for a loss: the contract as a whole or each obligation. */
export const LOSS_LEVELS = ['CONTRACT', 'OBLIGATION'] as const;

/** A run posts one entry for the subsidiary or one for each contract. */
export const RUN_GROUPINGS = ['SUBSIDIARY', 'CONTRACT'] as const;

export const RUN_STATUSES = ['PREVIEW', 'POSTING', 'POSTED', 'DISCARDED'] as const;

export const APPROVAL_STATUSES = ['PENDING', 'APPROVED', 'SENT_BACK'] as const;

/**
 * Why the terms of an obligation allow its amount to be left out of the disclosure of remaining obligations: RIGHT_TO_INVOICE
 * (606-10-50-14(b)); ROYALTY, sales- or usage-based (50-14A(a)); VARIABLE, allocated entirely to an unsatisfied obligation (50-14A(b)).
 */
export const OBLIGATION_EXPEDIENTS = ['RIGHT_TO_INVOICE', 'ROYALTY', 'VARIABLE'] as const;

/** ONE_YEAR, in addition: an original term of a year or less (606-10-50-14(a)), which follows from the contract's days. */
export const REMAINING_EXPEDIENTS = ['ONE_YEAR', ...OBLIGATION_EXPEDIENTS] as const;

export const REMAINING_BANDINGS = ['MONTHS', 'YEARS'] as const;

/** In which order customers stand in a report: the largest revenue first, or by name, contracts without a customer last. */
export const CUSTOMER_ORDERS = ['AMOUNT', 'NAME'] as const;
export type CustomerOrder = (typeof CUSTOMER_ORDERS)[number];

/**
 * Columns of revenue by customer: the periods in which it was posted, which are read from sums, or a category of the contracts and obligations, read
 * from the contracts of the customers shown.
 */
export const CUSTOMER_COLUMNS = ['period', 'account', 'timing', 'subsidiary', 'cohort', 'nature'] as const;
export type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number];
