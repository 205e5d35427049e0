import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Whether a peer program is installed. A benchmark without its peer fails; it never invents a ratio. */
export async function installed(program: string): Promise<boolean> {
  try {
    await execute(program, ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program and returns its standard output. */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, [...args], { maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}

/** The duration of one run of a program, in milliseconds. */
export async function timeOf(program: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  await outputOf(program, args);
  return performance.now() - started;
}
