import { type Inbound, readJson } from '../kit/inbound';

/** Reads a body that is either JSON or form-encoded, as RFC 6749 requires. */
export async function readFormOrJson(inbound: Inbound): Promise<unknown> {
  const type = (inbound.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return readJson(inbound);
  const form = new URLSearchParams(await inbound.text());
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replaceAll('\u0000', '')]));
}

/** The user name and secret of an `Authorization: Basic` header (RFC 7617); null without one. */
export function basicCredentials(header: string | null): { id: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header?.trim() ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at === -1 ? null : { id: text.slice(0, at), secret: text.slice(at + 1) };
}
