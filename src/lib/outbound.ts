import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';

/** Addresses that are not on the public internet (IANA special-purpose registries). */
const NOT_PUBLIC_4 = new BlockList();
const NOT_PUBLIC_6 = new BlockList();
/** All that IANA assigns as public addresses of IPv6; anything outside is translated, local or unassigned. */
const GLOBAL_6 = new BlockList();
GLOBAL_6.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC_4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Within 2000::/3: protocol assignments with Teredo, documentation, 6to4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC_6.addSubnet(network, prefix, 'ipv6');
}

/** True for an address that outsiders may have us call. */
export function isPublicAddress(address: string): boolean {
  // Two lists, because a single list would treat every IPv4 address as its IPv4-mapped form.
  if (isIP(address) === 4) return !NOT_PUBLIC_4.check(address, 'ipv4');
  return isIP(address) === 6 && GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6');
}

/** Names that no public resolver answers: those of one label, and those reserved for a machine, a home or a company. */
function isLocalName(host: string): boolean {
  const labels = host.replace(/\.$/, '').split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length < 2 ||
    ['localhost', 'local', 'internal', 'invalid', 'onion'].includes(last) ||
    /\.home\.arpa$/.test(`.${labels.join('.')}`)
  );
}

/** Why a URL entered by a user must not be called, or null. Host names are checked again when resolved. */
export function outboundProblem(text: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/hooks';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must begin with https://';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host)))
    return 'must be on the public internet';
  if (!isListed(host)) return 'has a host that the operator has not listed (DAYBOOK_OUTBOUND_HOSTS)';
  return null;
}

/**
 * Whether the operator lets this server call a host that someone entered: DAYBOOK_OUTBOUND_HOSTS lists names, with `*.` for every name below
 * one. Without the list any host may be called that the other rules allow; an empty list allows none.
 */
function isListed(host: string): boolean {
  const list = process.env.DAYBOOK_OUTBOUND_HOSTS;
  if (list === undefined) return true;
  const asked = host.toLowerCase().replace(/\.$/, '');
  return list.split(',').some((entry) => {
    const name = entry.trim().toLowerCase();
    return name.startsWith('*.') ? asked.endsWith(name.slice(1)) : name !== '' && asked === name;
  });
}

/** Whether OpenID providers of organizations may be in private networks and on plain http (development, tests). */
export const mayCallPrivate = (): boolean => process.env.DAYBOOK_WEBHOOKS_ALLOW_PRIVATE === '1';

export interface OutboundRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Whether addresses in private networks may be called (development, tests). */
  readonly allowPrivate: boolean;
}

/**
 * Posts to an address chosen by someone else and returns the status. The name is resolved once and checked, and exactly
 * that address is called, so that the name cannot resolve differently in between. Redirects are not followed, and the
 * response body is not read.
 */
export function postOutbound(request: OutboundRequest): Promise<number> {
  const problem = outboundProblem(request.url, request.allowPrivate);
  if (problem !== null) return Promise.reject(new Error(`the address ${problem}`));
  const url = new URL(request.url);
  const send = url.protocol === 'http:' ? http.request : https.request;
  return new Promise((settle, fail) => {
    const outgoing = send(
      url,
      {
        method: 'POST',
        headers: { ...request.headers, 'content-length': Buffer.byteLength(request.body) },
        lookup: request.allowPrivate ? undefined : publicLookup,
        agent: false,
        signal: AbortSignal.timeout(request.timeoutMs),
      },
      (answer) => {
        settle(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    outgoing.on('error', fail);
    outgoing.end(request.body);
  });
}

/** The most of an answer that is read, in characters. */
const ANSWER_MAXIMUM = 262_144;

/**
 * Reads JSON from an address chosen by someone else, checked like one that is posted to. Redirects are not followed. Fails for
 * any status but 200, and for an answer longer than 256 KB.
 */
export function getOutboundJson(
  request: Pick<OutboundRequest, 'url' | 'timeoutMs' | 'allowPrivate'>,
): Promise<unknown> {
  const problem = outboundProblem(request.url, request.allowPrivate);
  if (problem !== null) return Promise.reject(new Error(`the address ${problem}`));
  const url = new URL(request.url);
  const get = url.protocol === 'http:' ? http.get : https.get;
  return new Promise((settle, fail) => {
    const asked = get(
      url,
      {
        headers: { accept: 'application/json' },
        lookup: request.allowPrivate ? undefined : publicLookup,
        agent: false,
        signal: AbortSignal.timeout(request.timeoutMs),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
          if (text.length > ANSWER_MAXIMUM) answer.destroy(new Error('the answer is too long'));
        });
        answer.on('error', fail);
        answer.on('end', () => {
          try {
            if (answer.statusCode !== 200) throw new Error(`the address answered ${answer.statusCode}`);
            settle(JSON.parse(text));
          } catch (error) {
            fail(error instanceof Error ? error : new Error('the answer is not JSON'));
          }
        });
      },
    );
    asked.on('error', fail);
  });
}

/** Resolves a name like node:dns, and fails for one with an address that is not on the public internet. */
export const publicLookup: NonNullable<http.RequestOptions['lookup']> = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? new Error(`${hostname} has no address`), '', 0);
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new Error(`${hostname} is not on the public internet`), '', 0);
    } else if (options.all === true) {
      callback(null, addresses as never);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
