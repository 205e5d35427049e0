import fs from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../paths.mjs';
import { billOfMaterials } from './sbom.mjs';

const read = (file: string) => JSON.parse(fs.readFileSync(inRoot(file), 'utf8'));

test('the bill of materials lists what a server installs, each once with its digest, and nothing for development', () => {
  const bill = billOfMaterials(read('package.json'), read('package-lock.json'));
  const names = bill.components.map((one: { purl: string }) => one.purl);
  expect(new Set(names).size).toBe(names.length);
  for (const name of Object.keys(read('package.json').dependencies))
    expect(names.some((purl: string) => purl.startsWith(`pkg:npm/${name.replace('@', '%40')}@`))).toBe(true);
  expect(names.some((purl: string) => /\/(vitest|knip)@/.test(purl))).toBe(false);
});

test('a component carries its digest in hex, its license as an identifier or an expression; the same lock file gives the same bytes', () => {
  const digest = Buffer.alloc(64, 7);
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/@a/b': {
        version: '2.0.0',
        license: 'MIT',
        integrity: `sha512-${digest.toString('base64')}`,
      },
      'node_modules/x/node_modules/@a/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/c': { version: '3.0.0', license: '(MIT OR Apache-2.0)' },
      'node_modules/d': { version: '4.0.0', dev: true },
    },
  };
  const bill = billOfMaterials({ name: 'books', version: '1.0.0', license: 'Apache-2.0' }, lock);
  expect(bill.components).toMatchObject([
    { group: '@a', name: 'b', purl: 'pkg:npm/%40a/b@2.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'c', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
  ]);
  expect(bill.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(billOfMaterials({ name: 'books', version: '1.0.0', license: 'Apache-2.0' }, lock)).toEqual(bill);
});

test('a digest of one place is kept when another place of the same package has none', () => {
  const lock = {
    packages: {
      'node_modules/b': { version: '2.0.0', integrity: `sha512-${Buffer.alloc(64, 7).toString('base64')}` },
      'node_modules/x/node_modules/b': { version: '2.0.0' },
    },
  };
  const [one] = billOfMaterials({ name: 'books', version: '1.0.0', license: 'MIT' }, lock).components;
  expect(one.hashes).toEqual([{ alg: 'SHA-512', content: '07'.repeat(64) }]);
});
