// npm run people: accounts and memberships from the server's command line, for setting up without a browser and for the day when
// no one can sign in. It never prints a password: a person chooses theirs at a link that works once, or the operator pipes one in.
import { RefusalError } from '@/core/refusals';
import { runPeopleCommand } from './people-commands';

runPeopleCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  readPassword: readAllInput,
}).then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof RefusalError) console.error(error.refusal.message);
    else console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

/** Everything on standard input, without the line break that ends it. */
async function readAllInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
