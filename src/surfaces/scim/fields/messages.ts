import SCIMMY from 'scimmy';
import { RefusalError, refuse } from '@/core/refusals';
import { publicAddress } from '@/lib/console-link';
import { isId } from '@/lib/ids';
import type { Call } from '@/usecases/kit/define';
import { staleFor } from '@/usecases/kit/run';
import type { Answer } from '../../kit/answer';

const TYPE = { 'content-type': 'application/scim+json; charset=utf-8' };

/** An answer in SCIM's media type (RFC 7644, section 3.1). */
export function scimJson(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body: JSON.stringify(body), headers: { ...TYPE, ...headers } };
}

/** An error in SCIM's shape (RFC 7644, section 3.12). */
export function errorAnswer(
  status: number,
  scimType: string | undefined,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const { id } = SCIMMY.Messages.ErrorResponse;
  const kind = scimType === undefined ? {} : { scimType };
  return scimJson(status, { schemas: [id], status: String(status), ...kind, detail }, headers);
}

/** A refusal that only the protocol defines and none of our verbs raises. */
export function refuseScim(status: number, scimType: string, detail: string): never {
  throw new SCIMMY.Types.Error(status, scimType, detail);
}

/** Runs the library's parser; what it does not accept is refused as an invalid value. */
export function understood<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) refuseScim(400, 'invalidValue', error.message);
    throw error;
  }
}

/** Answers with SCIM's own errors where the protocol refused a request. */
export function answering<Request>(
  handle: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return async (request) => {
    try {
      return await handle(request);
    } catch (error) {
      if (!(error instanceof SCIMMY.Types.Error)) throw error;
      return errorAnswer(error.status, error.scimType, error.message);
    }
  };
}

/** The address of an endpoint, or of a resource at one. */
export const locationOf = (endpoint: string, id?: string) =>
  `${publicAddress()}/scim/v2/${endpoint}${id === undefined ? '' : `/${id}`}`;

/** The weak ETag of a version (RFC 7644, section 3.14). */
export const versionOf = ({ version }: { readonly version: number }) => `W/"${version}"`;

/** A resource's ID as sent in a path. Refuses an ID that cannot be ours with NOT_FOUND, or with STALE_VERSION when a version is named. */
export function idIn(sent: string, noun: string, { expectedVersion }: Call): string {
  if (isId(sent)) return sent.toLowerCase();
  if (expectedVersion !== undefined) throw new RefusalError(staleFor(expectedVersion));
  return refuse('NOT_FOUND', `No ${noun} has this ID.`, { noun, id: sent });
}

/** How often a change is retried on the newest version before the client is asked to try again. */
const MOST_TRIES = 8;

/**
 * Reads a resource, computes its next state and writes it as a change of the version that was read; of two simultaneous changes the
 * second is computed again after the first. With the client's `If-Match`, it is tried once.
 */
export async function onPresent<Present extends { readonly version: number }>(
  call: Call,
  read: () => Promise<Present>,
  write: (present: Present, call: Call) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const present = await read();
    try {
      return await write(present, { ...call, expectedVersion: call.expectedVersion ?? present.version });
    } catch (error) {
      const isStale = error instanceof RefusalError && error.refusal.code === 'STALE_VERSION';
      if (!isStale || call.expectedVersion !== undefined || tries === MOST_TRIES) throw error;
    }
  }
}

/** The answer to GET of one resource: 304 when the client already has this version. */
export function currentAnswer(
  resource: unknown,
  present: { readonly version: number },
  ifNoneMatch: string | null,
): Answer {
  const etag = versionOf(present);
  const known = ifNoneMatch?.split(',').map((one) => one.trim());
  if (known?.includes(etag) === true) return { status: 304, body: '', headers: { etag } };
  return scimJson(200, resource, { etag });
}

/** Which attributes to return, from `attributes` and `excludedAttributes` (RFC 7644, section 3.9). */
export function attributesFrom(asked: {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}): SCIMMY.Types.Filter | undefined {
  const { attributes, excludedAttributes } = asked;
  const names = attributes ?? excludedAttributes;
  if (names === undefined || names.trim() === '') return undefined;
  if (!/^[\w$.:-]+(?:\s*,\s*[\w$.:-]+){0,50}$/.test(names.trim())) {
    refuseScim(400, 'invalidValue', 'attributes and excludedAttributes are lists of attribute names.');
  }
  const word = attributes === undefined ? 'np' : 'pr';
  const terms = names.split(',').map((name) => `${withoutSchema(name.trim())} ${word}`);
  // Every resource names its type.
  if (attributes !== undefined) terms.push(`schemas ${word}`);
  return understood(() => new SCIMMY.Types.Filter(terms.join(' and ')));
}

/** `urn:ietf:params:scim:schemas:core:2.0:User:userName` → `userName`. */
export const withoutSchema = (path: string) =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');
