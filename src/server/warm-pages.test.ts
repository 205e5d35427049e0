import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warmPages } from './warm-pages';

// Folders like those of a build: entries that note what was asked of them, as Next 16 writes them.

const holder = globalThis as typeof globalThis & { noted?: string[] };
let folder: string;

/** The entry of a page, with a layout, a page of its own, and an icon that is not loaded by itself. */
const entry = (name: string) => `
  const note = (what) => globalThis.noted.push(what);
  module.exports = Promise.resolve({
    __next_app__: {
      require: (id) => note('module ' + id),
      loadChunk: async (file) => note('chunk ' + file),
    },
    routeModule: { userland: { loaderTree: ['', {
      children: ['__PAGE__', {}, { metadata: {}, page: [() => note('page ${name}'), 'page.tsx'] }, []] },
      { layout: [async () => note('layout of ${name}'), 'layout.tsx'], metadata: { icon: [() => note('icon')] } }, []] } },
  });`;
const manifest = (name: string, modules: object) =>
  `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {}; globalThis.__RSC_MANIFEST[${JSON.stringify(name)}] = ${JSON.stringify({ ssrModuleMapping: modules })};`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'daybook-pages-'));
  const app = path.join(folder, 'server', 'app');
  await mkdir(app, { recursive: true });
  writeFileSync(
    path.join(folder, 'server', 'app-paths-manifest.json'),
    JSON.stringify({
      '/one/page': 'app/one.js',
      '/broken/page': 'app/broken.js',
      '/two/page': 'app/two.js',
      '/api/route': 'app/route.js',
    }),
  );
  writeFileSync(path.join(app, 'one.js'), entry('one'));
  writeFileSync(path.join(app, 'two.js'), entry('two'));
  writeFileSync(path.join(app, 'broken.js'), `throw new Error('this page cannot be loaded')`);
  writeFileSync(
    path.join(app, 'one_client-reference-manifest.js'),
    manifest('/one/page', {
      1: { '*': { id: 11, chunks: ['a.js', 'b.js'] } },
      2: { '*': { id: 12, chunks: ['b.js'] } },
    }),
  );
  writeFileSync(
    path.join(app, 'two_client-reference-manifest.js'),
    manifest('/two/page', {
      1: { '*': { id: 11, chunks: ['a.js'] } },
      3: { '*': { id: 13, chunks: ['c.js'] } },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('what the first render of a page needs', () => {
  it('is loaded once, whatever number of pages have it, and a page that cannot be loaded keeps none from it', async () => {
    holder.noted = [];
    const found = await warmPages(folder);
    expect(found).toEqual({ modules: 7, left: ['/broken/page'] });
    expect(holder.noted).toEqual([
      'layout of one',
      'page one',
      'chunk a.js',
      'chunk b.js',
      'module 11',
      'module 12',
      'layout of two',
      'page two',
      'chunk c.js',
      'module 13',
    ]);
  });

  it('is loaded of one page alone where one is named', async () => {
    holder.noted = [];
    expect(await warmPages(folder, '/two/page')).toEqual({ modules: 4, left: [] });
    expect(holder.noted).toEqual([
      'layout of two',
      'page two',
      'chunk a.js',
      'module 11',
      'chunk c.js',
      'module 13',
    ]);
  });

  it('is loaded with a turn for others after each of them', async () => {
    holder.noted = [];
    let turns = 0;
    let isOver = false;
    const others = () => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    await warmPages(folder);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(holder.noted.length);
  });
});
