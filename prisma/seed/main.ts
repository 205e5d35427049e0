// Fills an empty database with the demo: `npm start` runs it once, on a database that has never been used.
// Environment: DATABASE_URL (the application's role), DAYBOOK_DATA_DIR, DAYBOOK_BASE_URL, DAYBOOK_TODAY (optional).
// First, before a connection is opened.
import '@/db/kept-plans';
import { closeConnections } from '@/db/client';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { writeAccess } from './access';
import { accessOf, buildDemo } from './build/demo';
import { printedSteps } from './build/revenue/progress';

const { DAYBOOK_TODAY, DAYBOOK_DATA_DIR, PORT } = env();
try {
  const demo = await buildDemo(
    systemClock(DAYBOOK_TODAY),
    printedSteps((line) => console.log(line)),
  );
  writeAccess(DAYBOOK_DATA_DIR, accessOf(demo, process.env.DAYBOOK_BASE_URL ?? `http://localhost:${PORT}`));
} finally {
  await closeConnections();
}
