/** An address in one line, in the order it is written on a letter; null when it is empty. */
export function addressLines(address: Readonly<Record<string, unknown>> | null): string | null {
  if (address === null) return null;
  const parts = [
    'addressee',
    'companyName',
    'attention',
    'line1',
    'line2',
    'street',
    'postalCode',
    'city',
    'stateProvince',
    'state',
    'countryCode',
    'country',
  ].flatMap((part) => {
    const text = address[part];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  return parts.length === 0 ? null : parts.join(', ');
}
