import { isIPv4, isIPv6 } from 'node:net';

/** How an IPv4 address is written as an IPv6 one. */
const MAPPED = '::ffff:';

/**
 * The network that one caller has to itself: an IPv4 address, or the first 64 bits of an IPv6 address, since whoever has one
 * of those has all of the network's and could count as someone new with each request. Anything else is returned as it is.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  // What a socket that listens to both kinds says of an IPv4 caller, asked of every request: not parsed as an address.
  const mapped = bare.startsWith(MAPPED) ? bare.slice(MAPPED.length) : '';
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const [sixth, seventh = 0, eighth = 0] = groups.slice(5);
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. The URL parser writes out an IPv4 tail and shortens one run of zeros to `::`. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [front, back] = [parse(head), parse(tail ?? '')];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}
