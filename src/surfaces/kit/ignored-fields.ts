import { RefusalError } from '@/core/refusals';
import { type FieldPath, refuseFields, unknownFields } from '@/usecases/kit/unknown-fields';
import { type Inbound, readJson } from './inbound';
import type { Route } from './route';

/** Headers that say how a caller's fields were treated. */
type Headers = Record<string, string>;

/** Longest name in the header, in characters; a hostile body has longer ones. */
const LONGEST_NAME = 100;

/**
 * What happens to fields of a request that its route does not know. Beyond the interface's own resources they are
 * refused by name. Those resources ignore them, so that a client may PUT back what it got, and name them in
 * `X-Ignored-Fields`; a caller who sends `Prefer: handling=strict` (RFC 7240) has them refused there too.
 */
export class FieldsOf {
  /** Read when the answer is made, whatever it is. */
  readonly headers: Headers = {};
  readonly #refuses: boolean;
  readonly #ignored: FieldPath[] = [];

  constructor(route: Route, inbound: Inbound) {
    const isStrict = prefersStrict(inbound.header('prefer'));
    this.#refuses = isStrict || route.ignoresUnknown !== true;
    if (isStrict) this.headers['preference-applied'] = 'handling=strict';
  }

  /** The parameters of the query. Every writing route also takes `dryRun`. */
  query(route: Route, sent: Readonly<Record<string, string>>, writes: boolean): void {
    const { dryRun, ...rest } = sent;
    this.#note(unknownFields(route.query, writes ? rest : sent));
  }

  /** The fields of a body as it was read. */
  body(route: Route, sent: unknown): void {
    if (route.body !== null) this.#note(unknownFields(route.body, sent));
  }

  /** A body that the route does not take: each of its fields is one too many. */
  async needless(inbound: Inbound): Promise<void> {
    try {
      const sent = await readJson(inbound);
      if (typeof sent === 'object' && sent !== null) this.#note(Object.keys(sent).map((name) => [name]));
    } catch (error) {
      if (this.#refuses || !(error instanceof RefusalError)) throw error;
    }
  }

  #note(unknown: readonly FieldPath[]): void {
    if (this.#refuses) refuseFields(unknown);
    if (unknown.length === 0) return;
    this.#ignored.push(...unknown);
    this.headers['x-ignored-fields'] = this.#ignored.map(nameInHeader).join(', ');
  }
}

/** A header holds no more than visible ASCII: the rest is percent-encoded. */
function nameInHeader(path: FieldPath): string {
  const name = path
    .map((step) => encodeURIComponent(step.slice(0, LONGEST_NAME).replace(/\p{Surrogate}/gu, '?')))
    .join('.');
  return name.slice(0, LONGEST_NAME).replace(/%[0-9A-F]?$/, '');
}

/** Whether a `Prefer` header asks for `handling=strict`; the first `handling` counts (RFC 7240, section 2). */
export function prefersStrict(header: string | null): boolean {
  if (header === null) return false;
  for (const preference of header.split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=').map((part) => part.trim());
    if (name.toLowerCase() === 'handling') return value.replaceAll('"', '').toLowerCase() === 'strict';
  }
  return false;
}
