import type { TestOrganization } from '@/testing/organization';
import { allRecipes } from '../../e2e/support/writes/all';
import { type WriteWorld, worldOf } from '../../e2e/support/writes/world';
import { median } from '../support/ratio';
import { costs, type Measured } from './measure';

/** Verbs whose effect would leave other books behind than those that are measured: closed ones, or a demo company that a server without a demo refuses. */
const NOT_HERE = /^(organizations|founding|members|periods|calendars)\.|^revenue\.loadExample$/;
/** Each verb is carried out once, with its audit row and events, and this often as a dry run, which does the same and takes it back. */
const ROUNDS = 8;
const SECONDS = 8;

/**
 * What every verb that changes something costs in books of a size: called without a server, as an admin, on records that its recipe of the
 * contract tests makes. `unanswered` are those that these books refuse.
 */
export async function measureWrites(
  organization: TestOrganization,
  role: string,
  only: readonly string[],
): Promise<{ measured: Measured[]; unanswered: string[] }> {
  const world = worldOf(organization);
  const measured: Measured[] = [];
  const unanswered: string[] = [];
  for (const [name, recipe] of Object.entries(allRecipes)) {
    if (NOT_HERE.test(name) || !only.some((text) => `write ${name}`.includes(text))) continue;
    try {
      measured.push(await measureOne(world, name, await recipe(world), role));
    } catch (error) {
      unanswered.push(name);
      console.error(`  ${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
      continue;
    }
    const one = measured.at(-1);
    if (one !== undefined && (one.medianMs > 100 || one.buffers > 5_000))
      console.error(`  write ${name}: ${Math.round(one.medianMs)} ms, ${one.buffers} pages`);
  }
  return { measured, unanswered };
}

async function measureOne(world: WriteWorld, name: string, input: object, role: string): Promise<Measured> {
  const times: number[] = [];
  const before = await costs(role);
  const until = performance.now() + SECONDS * 1000;
  while (times.length < ROUNDS && (times.length === 0 || performance.now() < until)) {
    const started = performance.now();
    await world.call(name, { ...input, $call: { dryRun: true } });
    times.push(performance.now() - started);
  }
  const after = await costs(role);
  await world.call(name, input);
  const each = (figure: keyof typeof after) => Math.round((after[figure] - before[figure]) / times.length);
  times.sort((one, other) => one - other);
  return {
    name,
    kind: 'write',
    status: 200,
    rounds: times.length,
    medianMs: median(times),
    p95Ms: times.at(-1) ?? 0,
    bytes: 0,
    statements: each('statements'),
    rows: each('rows'),
    buffers: each('buffers'),
    heldMs: 0,
    memoryMb: process.memoryUsage.rss() / 1_048_576,
  };
}
