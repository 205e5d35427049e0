// npm run faults: what every release must withstand, by the names in docs/measurements.md (R1 to R17): killed processes, a database that
// goes away, races, changed chains, hostile input, a long run. It uses a separate PostgreSQL; `npm run faults -- R1 overload` runs some.
// Volumes are set by DAYBOOK_FAULT_ROUNDS, _POSTS, _REQUESTS, _ENTRIES, _KEYS, _RACES, _CHAIN, _HISTORIES, _INPUTS, _FORGERIES, _DOCUMENTS,
// _SECONDS, _AWAY, _FULL, _HELD, _SLOW, _WITHIN, _ROWS, _MINUTES, _RATE, _BOOKS, _OBLIGATIONS, _ORGANIZATIONS and _MOVED; without them they
// are small. `npm test` runs four of them at the volumes of scripts/lib/run/faults.mjs.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { runFaults } = await import('./lib/run/faults.mjs');

  const cleanup = new Cleanup();
  cleanup.onSignals();
  let code;
  try {
    ({ code } = await runFaults(cleanup, process.argv.slice(2)));
  } finally {
    await cleanup.run();
  }
  process.exit(code ?? 1);
});
