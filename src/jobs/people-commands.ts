import { parseArgs } from 'node:util';
import {
  closeAccount,
  endSessionsOf,
  everyPerson,
  firstFounder,
  type Person,
  passwordHashFor,
  passwordLink,
  personCalled,
  replacePassword,
  sessionsOf,
  withdrawPassword,
  withdrawSecondFactor,
} from '@/auth/people';
import { systemPrincipal } from '@/auth/principal';
import { type Resealed, resealFactors, resealProviders } from '@/auth/reseal';
import type { Principal } from '@/core/principal';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { addMember, listMembersOfOrganization, removeMember } from '@/usecases/members/member-verbs';
import { foundFirst } from '@/usecases/organizations/found-first';
import { getOrganization } from '@/usecases/organizations/organization-records';
import { everyOrganization } from './organizations';

/** Where the commands write, and the source of a password that is not chosen at a link. */
export interface PeopleTerminal {
  print(line: string): void;
  readPassword(): Promise<string>;
}

export const PEOPLE_HELP = `npm run people -- list
npm run people -- add --email ada@example.com --name "Ada Byron" --company "Byron Ltd" --currency GBP --country GB
    creates the first owner and the first organization of an empty database
npm run people -- add --email bo@example.com --name "Bo Li" --organization byron-ltd-… [--role accountant]
    adds a member to an organization (its address in the console, or its ID)
npm run people -- reset --email bo@example.com [--second-factor --known-by "called back at the number on file"]
    takes the password away, ends every session and prints a link to choose another; with --second-factor it also
    removes two-factor sign-in, for a lost phone: --known-by says how you verified the person, for the security log
npm run people -- sessions --email bo@example.com
    lists where someone is signed in
npm run people -- sign-out --email bo@example.com | --everyone
    ends every session and token of that person, or of all people; they may sign in again
npm run people -- reseal
    encrypts again with the current DAYBOOK_SECRET whatever is encrypted with DAYBOOK_SECRET_FORMER, so that the former one can be removed
npm run people -- deactivate --email bo@example.com
    ends the memberships, sessions and tokens and closes the account; "activate" opens the account again
add and reset print a link at which the person chooses a password; with --password-from-stdin the password is read instead.`;

const OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  organization: { type: 'string' },
  role: { type: 'string' },
  company: { type: 'string' },
  currency: { type: 'string' },
  country: { type: 'string' },
  'password-from-stdin': { type: 'boolean' },
  'second-factor': { type: 'boolean' },
  'known-by': { type: 'string' },
  everyone: { type: 'boolean' },
} as const;

type Options = { readonly [Name in keyof typeof OPTIONS]?: string | boolean | undefined };

const COMMANDS: Readonly<Record<string, (options: Options, terminal: PeopleTerminal) => Promise<void>>> = {
  list,
  add,
  reset,
  sessions,
  'sign-out': signOut,
  reseal,
  deactivate,
  activate,
  help: async (_options, { print }) => print(PEOPLE_HELP),
};

/** Runs one command. Throws an Error with one sentence for a command line it does not understand, a refusal for the rest. */
export async function runPeopleCommand(argv: readonly string[], terminal: PeopleTerminal): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  const [name = 'help', ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || rest.length > 0) {
    throw new Error(`${positionals.join(' ')} is not a command.\n${PEOPLE_HELP}`);
  }
  await command(values, terminal);
}

async function list(_options: Options, { print }: PeopleTerminal): Promise<void> {
  let count = 0;
  for await (const { email, name, isDisabled, hasPassword, memberships } of everyPerson()) {
    count += 1;
    const state = isDisabled ? 'deactivated' : hasPassword ? 'active' : 'no password';
    const where = memberships.map(
      ({ organizationName, organizationSlug, roles }) =>
        `${organizationName} (${organizationSlug}): ${roles.join(', ')}`,
    );
    print(`${email}  ${name}  ${state}  ${where.join('; ') || 'member of no organization'}`);
  }
  print(count === 1 ? '1 account.' : `${count} accounts.`);
}

async function add(options: Options, terminal: PeopleTerminal): Promise<void> {
  const person = { email: needed(options, 'email'), name: needed(options, 'name') };
  if (options.company !== undefined) return addFirst(person, options, terminal);
  const organization = await organizationCalled(needed(options, 'organization'));
  const password = await chosenPassword(options, person, [organization.name], terminal);
  const { member, initialPassword } = await runForOutput(
    addMember,
    callBy(systemPrincipal(organization.id)),
    {
      ...person,
      roles: [typeof options.role === 'string' ? options.role : 'viewer'],
    },
  );
  terminal.print(`${member.email} is now a member of ${organization.name}: ${member.roles.join(', ')}.`);
  const account = await personCalled(member.email);
  if (initialPassword === null) {
    const closed = account.isDisabled ? ' It is deactivated; "activate" reopens it.' : '';
    terminal.print(`The account existed before and keeps its password.${closed}`);
    return;
  }
  if (password === null) await withdrawPassword(account);
  else await replacePassword(account, password);
  await offerLink({ ...account, hasPassword: false }, password, terminal);
}

async function addFirst(
  person: { email: string; name: string },
  options: Options,
  terminal: PeopleTerminal,
): Promise<void> {
  const organization = {
    name: needed(options, 'company'),
    baseCurrency: needed(options, 'currency'),
    countryCode: needed(options, 'country'),
  };
  const passwordHash = await chosenPassword(options, person, [organization.name], terminal);
  const founder = firstFounder({ id: newId(), name: person.name }, newId());
  const { slug } = await runForOutput(foundFirst, callBy(founder), {
    linkHash: null,
    passwordHash,
    person,
    organization,
  });
  terminal.print(`${person.email} owns ${organization.name}. Its books: /books/${slug}`);
  await offerLink(await personCalled(person.email), passwordHash, terminal);
}

async function reset(options: Options, terminal: PeopleTerminal): Promise<void> {
  const person = await personCalled(needed(options, 'email'));
  const knownBy = options['second-factor'] === true ? needed(options, 'known-by').trim() : '';
  if (options['second-factor'] === true && (knownBy.length < 10 || knownBy.length > 200))
    throw new Error('--known-by must say in 10 to 200 characters how you verified who is asking.');
  if (person.isDisabled) throw new Error(`The account of ${person.email} is deactivated; activate it first.`);
  const companies = person.memberships.map(({ organizationName }) => organizationName);
  const hash = await chosenPassword(options, person, companies, terminal);
  if (hash === null) await withdrawPassword(person);
  else await replacePassword(person, hash);
  if (options['second-factor'] === true) {
    await withdrawSecondFactor(person, knownBy);
    terminal.print('Two-factor sign-in is removed.');
  }
  terminal.print(`The old password of ${person.email} no longer works, and every session has ended.`);
  await offerLink({ ...person, hasPassword: false }, hash, terminal);
}

async function sessions(options: Options, { print }: PeopleTerminal): Promise<void> {
  const person = await personCalled(needed(options, 'email'));
  const open = await sessionsOf(person);
  for (const { createdAt, updatedAt, userAgent } of open) {
    print(
      `since ${createdAt.toISOString()}, last used ${updatedAt.toISOString()}  ${userAgent ?? 'unknown program'}`,
    );
  }
  print(open.length === 1 ? '1 session.' : `${open.length} sessions.`);
}

async function signOut(options: Options, { print }: PeopleTerminal): Promise<void> {
  if (options.everyone === true && options.email !== undefined)
    throw new Error('Give --email or --everyone, not both.');
  let ended = 0;
  if (options.everyone === true)
    for await (const person of everyPerson()) ended += await endSessionsOf(person);
  else ended = await endSessionsOf(await personCalled(needed(options, 'email')));
  print(ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`);
}

async function reseal(_options: Options, { print }: PeopleTerminal): Promise<void> {
  const all: Resealed[] = [await resealFactors()];
  for await (const id of everyOrganization()) all.push(await resealProviders(id));
  const sum = (what: keyof Resealed) => all.reduce((total, one) => total + one[what], 0);
  const [changed, unreadable] = [sum('changed'), sum('unreadable')];
  print(
    changed === 1
      ? '1 secret was encrypted with the current key.'
      : `${changed} secrets were encrypted with the current key.`,
  );
  if (unreadable > 0)
    throw new Error(
      `${unreadable} cannot be read with DAYBOOK_SECRET or DAYBOOK_SECRET_FORMER: made with an earlier secret, or changed.`,
    );
}

async function deactivate(options: Options, { print }: PeopleTerminal): Promise<void> {
  const person = await personCalled(needed(options, 'email'));
  // All of them are tried first, so that the last owner of one organization does not leave the others halfway.
  for (const dryRun of [true, false]) {
    for (const { organizationId } of person.memberships) {
      const call = { ...callBy(systemPrincipal(organizationId)), dryRun };
      const members = await runForOutput(listMembersOfOrganization, call, {});
      const own = members.find(({ userId }) => userId === person.id);
      if (own !== undefined) await runForOutput(removeMember, call, { id: own.id });
    }
  }
  await closeAccount(person, true);
  const places = person.memberships.map(({ organizationName }) => organizationName);
  print(
    `${person.email} can no longer sign in${places.length === 0 ? '' : ` and has left ${places.join(', ')}`}.`,
  );
}

async function activate(options: Options, { print }: PeopleTerminal): Promise<void> {
  const person = await personCalled(needed(options, 'email'));
  await closeAccount(person, false);
  print(`The account of ${person.email} is open again. Add it to an organization to let it in.`);
}

async function offerLink(
  person: Pick<Person, 'id' | 'name' | 'email' | 'hasPassword'>,
  chosen: string | null,
  { print }: PeopleTerminal,
): Promise<void> {
  if (chosen !== null || person.hasPassword) return;
  const { url, expiresAt } = await passwordLink(person);
  print(`${person.email} chooses a password here, once, until ${expiresAt.toISOString()}:\n  ${url}`);
}

/** The hash of the password piped in, or null when it is to be chosen at a link. */
async function chosenPassword(
  options: Options,
  person: { email: string; name: string },
  companies: readonly string[],
  { readPassword }: PeopleTerminal,
): Promise<string | null> {
  if (options['password-from-stdin'] !== true) return null;
  return passwordHashFor(await readPassword(), person, companies);
}

async function organizationCalled(slugOrId: string): Promise<{ id: string; name: string }> {
  for await (const id of everyOrganization()) {
    const found = await runForOutput(getOrganization, callBy(systemPrincipal(id)), { id });
    if ([found.id, found.slug].includes(slugOrId.toLowerCase())) return { id, name: found.name };
  }
  throw new Error(`There is no organization ${slugOrId}. "list" shows the organizations that have members.`);
}

const callBy = (principal: Principal): Call => ({
  principal,
  surface: 'job',
  requestId: newId(),
  clock: systemClock(env().DAYBOOK_TODAY),
});

function needed(options: Options, name: keyof Options): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new Error(`--${name} is required.\n${PEOPLE_HELP}`);
  return value.trim();
}
