/** The name of a contract cost: what it was described as, or its purpose. */
export const costWords = (cost: {
  readonly description?: string | null | undefined;
  readonly costKind: string;
}): string =>
  cost.description ??
  (cost.costKind === 'OBTAIN' ? 'Cost to obtain the contract' : 'Cost to fulfill the contract');
