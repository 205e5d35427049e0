/** The ways in which a document and its mirror can disagree, in the order in which they are listed. */
export const PAIR_DIFFERENCES = {
  NO_MIRROR: 'There is no mirror',
  ONE_WITHDRAWN: 'One is canceled or reversed, the other stands',
  ONE_POSTED: 'One is posted, the other is not',
  CURRENCY: 'The currencies differ',
  AMOUNT: 'The amounts differ',
  PERIOD: 'They are posted in different periods',
  NOT_ELIMINATED: 'An account is not eliminated on consolidation',
} as const;

export type PairDifference = keyof typeof PAIR_DIFFERENCES;
export const PAIR_DIFFERENCE_NAMES = Object.keys(PAIR_DIFFERENCES) as [PairDifference, ...PairDifference[]];

/** What is left of the differences once those that someone accepted are taken off. */
export function openDifferences(
  differences: readonly PairDifference[],
  accepted: readonly string[],
): PairDifference[] {
  return differences.filter((one) => !accepted.includes(one));
}
