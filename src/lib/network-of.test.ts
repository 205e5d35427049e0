import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of';

describe('the network of a caller', () => {
  it.each([
    ['192.0.2.10', '192.0.2.10'],
    ['::ffff:192.0.2.10', '192.0.2.10'],
    ['::FFFF:192.0.2.10', '192.0.2.10'],
    ['::ffff:192.0.2.256', '::ffff:192.0.2.256'],
    ['::ffff:c000:20a', '192.0.2.10'],
    ['::ffff:0:192.0.2.10', '0:0:0:0::/64'],
    ['0:0:0:0:0:FFFF:c000:020a', '192.0.2.10'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
    ['', ''],
  ])('of %j is %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
