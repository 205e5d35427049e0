import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { env } from '@/lib/env';
import { isDemoOpen } from './demo-door';

/** One login of the demo company, for the buttons on the sign-in page. */
export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  /** The organization's slug and its name. */
  readonly organization: string;
  readonly organizationName: string;
}

const accessFile = z.object({
  organizations: z.array(z.object({ slug: z.string(), name: z.string() })),
  users: z.array(
    z.object({ email: z.string(), password: z.string(), role: z.string(), organization: z.string() }),
  ),
});

/** The demo's logins from access.json; empty when the server does not run a demo or the file does not exist. */
export async function demoLogins(): Promise<DemoLogin[]> {
  if (!isDemoOpen()) return [];
  const file = path.join(env().DAYBOOK_DATA_DIR, 'access.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  const read = text === null ? undefined : accessFile.safeParse(JSON.parse(text));
  if (!read?.success) return [];
  const names = new Map(read.data.organizations.map(({ slug, name }) => [slug, name]));
  return read.data.users.map((user) => ({
    ...user,
    organizationName: names.get(user.organization) ?? user.organization,
  }));
}
