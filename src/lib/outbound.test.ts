import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getOutboundJson, isPublicAddress, outboundProblem, postOutbound } from './outbound';

describe('an address chosen by someone else', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '::127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a01:203',
    '2002:7f00:1::',
    'fec0::1',
    '3fff::1',
    'ff02::1',
    // Translated and embedded notations of IPv4, and ranges that IANA gives to no one.
    '::ffff:0:7f00:1',
    '::ffff:0:10.0.0.1',
    '64:ff9b:1::a00:1',
    '2001:0:7f00:1::',
    'fe80::5efe:7f00:1',
    '100::1',
    '5f00::1',
    '4000::1',
    'e000::1',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('must be https, without credentials, and not a private address in any spelling', () => {
    expect(outboundProblem('https://hooks.example.com/in', false)).toBeNull();
    expect(outboundProblem('http://hooks.example.com', false)).not.toBeNull();
    expect(outboundProblem('ftp://hooks.example.com', true)).not.toBeNull();
    expect(outboundProblem('https://user:pass@hooks.example.com', false)).not.toBeNull();
    expect(outboundProblem('https://user@hooks.example.com', false)).not.toBeNull();
    expect(outboundProblem('https://:pass@hooks.example.com', false)).not.toBeNull();
    for (const host of [
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '①②⑦.0.0.1',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
    ]) {
      expect(outboundProblem(`https://${host}/`, false), host).not.toBeNull();
    }
    expect(outboundProblem('https://[::1]/', false)).not.toBeNull();
    expect(outboundProblem('nonsense', false)).not.toBeNull();
  });
});

describe('the hosts that the operator lists', () => {
  const before = process.env.DAYBOOK_OUTBOUND_HOSTS;
  afterEach(() => {
    if (before === undefined) delete process.env.DAYBOOK_OUTBOUND_HOSTS;
    else process.env.DAYBOOK_OUTBOUND_HOSTS = before;
  });

  it('are the only ones called, also by those who may call private networks', async () => {
    process.env.DAYBOOK_OUTBOUND_HOSTS = 'hooks.example.com, *.Trusted.example';
    for (const host of [
      'hooks.example.com',
      'HOOKS.example.com',
      'hooks.example.com.',
      'a.b.trusted.example',
    ])
      expect([host, outboundProblem(`https://${host}/in`, false)]).toEqual([host, null]);
    for (const host of [
      ...['example.com', 'x.hooks.example.com', 'hooks.example.com.evil.example', 'trusted.example'],
      ...['untrusted.example', 'xtrusted.example', '1.1.1.1'],
    ]) {
      expect([host, outboundProblem(`https://${host}/in`, false)]).toEqual([
        host,
        'has a host that the operator has not listed (DAYBOOK_OUTBOUND_HOSTS)',
      ]);
    }
    // Whatever was entered before the list: the call itself is refused.
    await expect(
      postOutbound({
        url: 'http://127.0.0.1:1/in',
        body: '',
        headers: {},
        timeoutMs: 120_000,
        allowPrivate: true,
      }),
    ).rejects.toThrow(/not listed/);
  });

  it('open nothing that the other rules close', () => {
    process.env.DAYBOOK_OUTBOUND_HOSTS = 'localhost,127.0.0.1,hooks.example.com';
    for (const address of ['https://localhost/', 'https://127.0.0.1/', 'http://hooks.example.com/'])
      expect(outboundProblem(address, false)).not.toBeNull();
  });

  it('may be none: then nothing that a user enters is called', () => {
    process.env.DAYBOOK_OUTBOUND_HOSTS = '';
    expect(outboundProblem('https://hooks.example.com/', false)).toMatch(/not listed/);
  });
});

describe('posting', () => {
  let port = 0;
  const seen: { body: string; header: string | undefined }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      seen.push({ body, header: request.headers['x-test']?.toString() });
      if (request.url === '/away') response.writeHead(302, { location: '/in' });
      else response.writeHead(204);
      response.end();
    });
  });
  beforeAll(
    () =>
      new Promise<void>((ready) => {
        server.listen(0, '127.0.0.1', () => {
          port = (server.address() as AddressInfo).port;
          ready();
        });
      }),
  );
  afterAll(() => {
    server.close();
  });

  const post = (url: string, allowPrivate: boolean) =>
    postOutbound({ url, body: '{"a":"ä"}', headers: { 'x-test': '1' }, timeoutMs: 120_000, allowPrivate });

  it('returns the status and does not follow redirects', async () => {
    expect(await post(`http://127.0.0.1:${port}/in`, true)).toBe(204);
    expect(await post(`http://127.0.0.1:${port}/away`, true)).toBe(302);
    expect(seen).toEqual([
      { body: '{"a":"ä"}', header: '1' },
      { body: '{"a":"ä"}', header: '1' },
    ]);
  });

  it.each([
    ['a private address', ['127.0.0.1']],
    ['a private address next to a public one', ['93.184.215.14', '127.0.0.1']],
    ['the address of cloud metadata', ['169.254.169.254']],
    ['a mapped private address', ['::ffff:10.0.0.1']],
    ['a private address of IPv6', ['fd00::1']],
  ])('refuses a name that resolves to %s', async (_what, resolved) => {
    const real = dns.lookup;
    const addresses = resolved.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    dns.lookup = ((_name: string, _options: object, answered: (...answer: unknown[]) => void) =>
      answered(null, addresses)) as typeof dns.lookup;
    syncBuiltinESMExports();
    try {
      await expect(post(`https://two-faced.example:${port}/in`, false)).rejects.toThrow(/public internet/);
    } finally {
      dns.lookup = real;
      syncBuiltinESMExports();
    }
  });

  it('asks for the addresses of a name once for each call, so that a second answer leads nowhere else', async () => {
    const real = dns.lookup;
    // Public when it is judged, this machine when it is asked again; the first is one that IANA has given to no one.
    let asked = 0;
    dns.lookup = ((_name: string, _options: object, answered: (...answer: unknown[]) => void) => {
      asked += 1;
      answered(null, [asked === 1 ? { address: '2000::1', family: 6 } : { address: '127.0.0.1', family: 4 }]);
    }) as typeof dns.lookup;
    syncBuiltinESMExports();
    const before = seen.length;
    try {
      const request = { url: `https://rebinding.example:${port}/in`, timeoutMs: 2_000, allowPrivate: false };
      await expect(postOutbound({ ...request, body: '{}', headers: {} })).rejects.toThrow();
      expect(asked).toBe(1);
      asked = 0;
      await expect(getOutboundJson(request)).rejects.toThrow();
      expect(asked).toBe(1);
    } finally {
      dns.lookup = real;
      syncBuiltinESMExports();
    }
    expect(seen).toHaveLength(before);
  });

  it('reads no answer that leads elsewhere', async () => {
    await expect(
      getOutboundJson({ url: `http://127.0.0.1:${port}/away`, timeoutMs: 120_000, allowPrivate: true }),
    ).rejects.toThrow('the address answered 302');
  });

  it('refuses a name of this machine before it is resolved', async () => {
    await expect(post(`https://localhost:${port}/in`, false)).rejects.toThrow(/public internet/);
  });
});
