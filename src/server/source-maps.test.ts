import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, findSourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutSourceMaps } from './source-maps';

const load = createRequire(import.meta.url);
const before = process.sourceMapsEnabled;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'daybook-maps-'));
});
afterAll(() => {
  process.setSourceMapsEnabled(before);
  rmSync(folder, { recursive: true });
});

/** A built file with its map in it. */
function built(name: string): string {
  const map = { version: 3, sources: [`${name}.ts`], sourcesContent: [''], names: [], mappings: 'AAAA' };
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
  const file = path.join(folder, `${name}.cjs`);
  writeFileSync(file, `module.exports = '${name}';\n//# sourceMappingURL=${url}\n`);
  return file;
}

describe('built files of pages', () => {
  it('are loaded without their maps being kept, those of the server with them, before and after', async () => {
    process.setSourceMapsEnabled(true);
    const [first, page, last] = [built('first'), built('page'), built('last')];
    load(first);
    expect(await withoutSourceMaps(async () => load(page))).toBe('page');
    load(last);
    expect([first, page, last].map((file) => findSourceMap(file) !== undefined)).toEqual([true, false, true]);
  });

  it('that cannot be loaded leave maps as they were', async () => {
    for (const enabled of [true, false]) {
      process.setSourceMapsEnabled(enabled);
      const failing = withoutSourceMaps(async () => load(path.join(folder, 'missing.cjs')));
      await expect(failing).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' });
      expect(process.sourceMapsEnabled).toBe(enabled);
    }
  });
});
