// npm run verify: verifies the books themselves (balances equal their lines, sums are zero, the audit chain is intact). Uses the
// running PostgreSQL of the data directory, or starts it for the duration; DATABASE_URL otherwise.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { runOnBooks } = await import('./lib/program.mjs');
  process.exit(await runOnBooks('verify', process.argv.slice(2)));
});
