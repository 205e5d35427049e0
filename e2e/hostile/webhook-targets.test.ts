import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createWebhookEndpoint, updateWebhookEndpoint } from '@/usecases/webhooks/endpoint-records';
import { fingerprint } from '../support/fingerprint';

afterAll(closeConnections);

/** Notations of addresses that are not on the public internet: loopback, private, link-local (cloud metadata), mapped, translated. */
const NOT_PUBLIC = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
  ...[
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '0x0',
    '10.0.0.1',
    '012.1',
  ],
  ...['172.16.0.1', '2886729729', '192.168.0.1', '0xc0a80001', '169.254.169.254', '0xA9FEA9FE', '2852039166'],
  ...['100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]'],
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    '[64:ff9b::10.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
  ],
  ...[
    'localhost',
    'LOCALHOST.',
    'hooks.localhost',
    'metadata.google.internal',
    'printer.local',
    'intranet',
    'nas.home.arpa.',
  ],
];
const NOT_ADDRESSES = [
  'https://',
  'https://[fe80::1%25eth0]/',
  'https://256.1.1.1/',
  'https://1.2.3.4.5/',
  '//x.example/',
];
const NOT_HTTPS = [
  'http://x.example/',
  'ftp://x.example/',
  'file:///etc/passwd',
  'gopher://x.example/',
  'data:,x',
];

describe('webhook targets', () => {
  it('on a private network are refused in every notation of their address, new or changed, and nothing is stored', async () => {
    const { organizationId, callAs } = await foundTestOrganization();
    const call = callAs('admin');
    const input = { url: 'https://hooks.example.com/in', eventTypes: [] };
    const { id } = await runForOutput(createWebhookEndpoint, call, input);
    const before = await fingerprint(organizationId);
    const urls = [
      ...NOT_PUBLIC.flatMap((host) => [`https://${host}/`, `HTTPS://${host}:443/in?x=1`]),
      ...[...NOT_ADDRESSES, ...NOT_HTTPS, 'https://user:secret@x.example/', 'https://127.0.0.1#@x.example/'],
    ];
    for (const url of urls) {
      const wrong = { refusal: { code: 'INVALID_INPUT' } };
      await expect(runForOutput(createWebhookEndpoint, call, { ...input, url }), url).rejects.toMatchObject(
        wrong,
      );
      await expect(runForOutput(updateWebhookEndpoint, call, { id, url }), url).rejects.toMatchObject(wrong);
    }
    expect(await fingerprint(organizationId)).toEqual(before);
  });
});
