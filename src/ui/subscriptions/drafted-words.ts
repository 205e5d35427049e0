/** Says which invoices a period got. */
export const draftedWords = (invoices: readonly { readonly transactionNumber: string }[]): string =>
  `${invoices.map(({ transactionNumber }) => transactionNumber).join(', ')} ${invoices.length === 1 ? 'is' : 'are'} drafted.`;
