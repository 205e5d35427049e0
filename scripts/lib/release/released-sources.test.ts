import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { optionsFor } from './bundle.mjs';
import { RELEASED_PROGRAMS } from './package.mjs';

/** The sources of the programs requested so far, cached because each takes half a second to find. */
const found = new Map<string, Promise<string[]>>();

/** The sources of a program. */
function sourcesOf(program: string): Promise<string[]> {
  const known = found.get(program) ?? findSources(program);
  found.set(program, known);
  return known;
}

async function findSources(program: string): Promise<string[]> {
  const options = { ...optionsFor(program), write: false, metafile: true, sourcemap: false };
  const { metafile } = await build(options as never);
  return Object.keys((metafile as { inputs: object } | undefined)?.inputs ?? {});
}

const RELEASED: readonly string[] = RELEASED_PROGRAMS;

describe('what a release runs', () => {
  it.each(RELEASED)('%s is built without tests, measurements and what only they use', async (program) => {
    const sources = await sourcesOf(program);
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((file) => /^(e2e|bench|mutants)\/|^src\/testing\/|\.test\.ts$/.test(file))).toEqual(
      [],
    );
  });

  it('the demo is built by a separate program, of which the server contains nothing', async () => {
    expect((await sourcesOf('seed')).some((file) => file.startsWith('prisma/seed/'))).toBe(true);
    for (const program of RELEASED.filter((name) => name !== 'seed'))
      expect((await sourcesOf(program)).filter((file) => file.startsWith('prisma/seed/'))).toEqual([]);
  });
});
