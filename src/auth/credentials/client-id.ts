/** `dbc_<organization id without dashes>_<random>`: an API client's id contains the organization to look it up in. */
const FORMAT = /^dbc_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[a-z0-9]{8,32}$/;

/** The organization an API client's id claims; null for a malformed id. */
export function organizationOfClientId(clientId: string): string | null {
  const found = FORMAT.exec(clientId);
  return found === null ? null : found.slice(1).join('-');
}
