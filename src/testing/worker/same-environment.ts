import { afterAll } from 'vitest';
import { NAMES_OF_DATABASES } from '../pointed-environment';

// Files of one worker share its environment: one that leaves another database behind would make every file after it fail, without
// being named.
const now = () => NAMES_OF_DATABASES.map((name) => `${name}=${process.env[name] ?? ''}`).join('\n');

// Kept since before the first file of the worker.
const holder = globalThis as typeof globalThis & { daybookEnvironment?: string };
holder.daybookEnvironment ??= now();

// Registered before any hook of the file, so it runs after all of them.
afterAll(() => {
  if (now() === holder.daybookEnvironment) return;
  const left = now();
  for (const line of (holder.daybookEnvironment ?? '').split('\n')) {
    const [name = '', ...value] = line.split('=');
    if (value.join('=') === '') delete process.env[name];
    else process.env[name] = value.join('=');
  }
  throw new Error(`this file leaves another environment than it found:\n${left}`);
});
