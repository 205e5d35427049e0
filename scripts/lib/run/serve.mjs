import { Failure } from '../failure.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Serves until asked to stop, then leaves nothing running. Exits with 0 after a signal and with 1 when the server ended on its
 * own; a failure is thrown after everything has been stopped.
 */
export async function serve(wish) {
  // Imported here because it needs the dependencies, which the caller has just installed.
  const { House } = await import('../house/house.mjs');
  const { greeting } = await import('../access.mjs');
  const house = new House();
  const asked = new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
  });
  void asked.then(async () => {
    console.log('\nStopping …');
    await house.close();
    process.exit(0);
  });
  let opened;
  try {
    opened = await house.open(wish);
  } catch (error) {
    const interrupted = house.isClosing;
    await house.close();
    if (interrupted) process.exit(0);
    throw error;
  }
  if (!opened) {
    await house.close();
    process.exit(0);
  }
  console.log(greeting(opened, wish.dataDirectory));
  const code = await opened.server.ended;
  if (house.isClosing) return asked;
  await house.close();
  throw new Failure(`The server ended by itself (exit code ${code}); its own words stand above.`);
}
