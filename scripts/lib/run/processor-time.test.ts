import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { begin } from '../children.mjs';
import { inSequence, processorSeconds, wholeProcessorSeconds } from './processor-time.mjs';

/** A program that uses 0.3 seconds of processor time, says so, and runs until its input ends. */
const BUSY = `
  for (let used = 0; used < 300_000; ) {
    const { user, system } = process.cpuUsage();
    used = user + system;
  }
  process.stdout.write('done');
  process.stdin.resume();`;

const busy = () => begin(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'pipe', 'inherit'] });
const idle = () => begin('cat', [], { stdio: ['pipe', 'ignore', 'inherit'] });

const end = async (child: ReturnType<typeof busy>) => {
  child.stdin.end();
  await once(child, 'exit');
};

describe.runIf(process.platform === 'linux')('the processor time of a step', () => {
  test('is that of the programs its sequence started, while they run and after they have ended', async () => {
    await inSequence(async () => {
      expect(processorSeconds()).toBe(0);
      const child = busy();
      await once(child.stdout, 'data');
      const running = processorSeconds();
      expect(running).toBeGreaterThanOrEqual(0.25);
      await end(child);
      expect(processorSeconds()).toBeGreaterThanOrEqual(running);
      const second = busy();
      await once(second.stdout, 'data');
      expect(processorSeconds()).toBeGreaterThanOrEqual(running + 0.25);
      await end(second);
    });
  });

  test('leaves out what another sequence runs at the same time, and the whole contains both', async () => {
    const before = wholeProcessorSeconds();
    const working = inSequence(async () => {
      const child = busy();
      await once(child.stdout, 'data');
      await end(child);
      return processorSeconds();
    });
    await inSequence(async () => {
      const child = idle();
      expect(await working).toBeGreaterThanOrEqual(0.25);
      expect(processorSeconds()).toBeLessThan(0.25);
      await end(child);
      expect(processorSeconds()).toBeLessThan(0.25);
    });
    expect(wholeProcessorSeconds() - before).toBeGreaterThanOrEqual(0.25);
  });
});
