import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  KEPT_FORMAT,
  type KeptHeads,
  keptHeadsFrom,
  type OrganizationHeads,
  statementOf,
} from '@/core/evidence/kept-head';
import { headsLetter } from '@/core/mail/messages';
import { newId } from '@/lib/ids';
import { type MailTransport, smtpTransport } from '@/lib/mail-transport';
import { readTimeStamp, requestTimeStamp, type TimeStamp } from '@/lib/time-stamp';
import type { BooksVerdict } from '@/usecases/verify/verify-books';

/** A file of kept heads that cannot be used, as one sentence for the terminal. */
export class KeptHeadsRefused extends Error {}

/**
 * The heads of verified organizations, stamped by the time-stamping authority at that address if one is given. The result is
 * what is kept elsewhere: in a file, or with whoever it is mailed to.
 */
export async function takeHeads(
  verdicts: readonly Pick<BooksVerdict, 'organizationId' | 'organizationName' | 'heads'>[],
  now: Date,
  authorityUrl: string | undefined,
): Promise<KeptHeads> {
  const kept: KeptHeads = {
    format: KEPT_FORMAT,
    takenAt: now.toISOString(),
    organizations: verdicts.map(({ organizationId, organizationName, heads }) => ({
      organizationId,
      organizationName,
      ...heads,
    })),
  };
  if (authorityUrl === undefined) return kept;
  return { ...kept, timeStamp: await requestTimeStamp(authorityUrl, statementOf(kept)) };
}

/** Reads kept heads from a file. Throws KeptHeadsRefused when it is missing or something else. */
export function readKeptHeads(file: string): KeptHeads {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new KeptHeadsRefused(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const kept = keptHeadsFrom(text);
  if (kept === null) throw new KeptHeadsRefused(`${file} does not contain kept heads.`);
  return kept;
}

/** Writes heads to a file. Throws KeptHeadsRefused when it exists, unless it is the one they were just compared with. */
export function writeKeptHeads(file: string, kept: KeptHeads, comparedWith: string | undefined): void {
  if (file !== comparedWith && existsSync(file)) {
    throw new KeptHeadsRefused(
      `${file} exists; Keep heads in a new file, or in the one given with --head after every check has passed.`,
    );
  }
  writeFileSync(file, contentOf(kept));
}

const AN_ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+$/;

/** The mail server that heads are sent by. Throws KeptHeadsRefused without one: mail in a file of this server is kept nowhere else. */
export function mailServerFor(address: string, url: string | undefined): MailTransport {
  if (!AN_ADDRESS.test(address)) throw new KeptHeadsRefused(`${address} is not one address.`);
  if (url === undefined) {
    throw new KeptHeadsRefused(
      '--mail needs DAYBOOK_SMTP_URL: without a mail server, mail stays on this one.',
    );
  }
  return smtpTransport(url);
}

/** Sends heads to an address, as the file that --head reads again. Throws when the mail server does not accept them. */
export async function mailHeads(server: MailTransport, address: string, kept: KeptHeads): Promise<void> {
  const letter = headsLetter({ organizations: kept.organizations.length, takenAt: kept.takenAt });
  await server.send({
    id: newId(),
    to: address,
    ...letter,
    file: { name: `heads-${kept.takenAt.slice(0, 10)}.json`, content: contentOf(kept) },
  });
}

const contentOf = (kept: KeptHeads) => `${JSON.stringify(kept, null, 2)}\n`;

/**
 * Checks the time stamp of kept heads, if they have one, against the trusted authorities in a PEM file. Throws
 * TimeStampRefused when the heads are not what was stamped.
 */
export function stampOf(kept: KeptHeads, authoritiesFile: string | undefined): TimeStamp | null {
  if (kept.timeStamp === undefined) return null;
  const text = authoritiesFile === undefined ? '' : readFileSync(authoritiesFile, 'utf8');
  const authorities = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return readTimeStamp(kept.timeStamp, statementOf(kept), authorities);
}

/** The heads kept for organizations that the database no longer has. */
export function missingFrom(kept: KeptHeads, present: ReadonlySet<string>): OrganizationHeads[] {
  return kept.organizations.filter(({ organizationId }) => !present.has(organizationId));
}
