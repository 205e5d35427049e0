/** The prices on a page of a list or an item. */
export const PRICES_LIMIT = 50;
