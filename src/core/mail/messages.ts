import { type Letter, layOut } from './letter';

/** What emails are about. */
export const MAIL_KINDS = ['invitation', 'password'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A moment as people in any time zone understand it: `2026-11-29 10:15 UTC`. */
const momentWords = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Someone is invited to the books of an organization. */
export function invitationLetter(invitation: {
  readonly name: string;
  readonly organizationName: string;
  readonly invitedBy: string | null;
  readonly link: string;
  readonly expiresAt: Date;
}): Letter {
  const { name, organizationName, invitedBy, link, expiresAt } = invitation;
  return layOut({
    subject: `Invitation to the books of ${organizationName}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `${invitedBy ?? 'An administrator'} invites you to the books of ${organizationName} in Daybook.`,
    ],
    action: { label: 'Accept the invitation', link },
    closing: [
      `The link works once, until ${momentWords(expiresAt)}, and is only for you.`,
      'If you do not know the sender, ignore this message. Nothing happens unless you accept.',
    ],
  });
}

/** Someone asked for a link to choose a password. */
export function passwordLetter(asked: {
  readonly name: string;
  readonly link: string;
  readonly expiresAt: Date;
}): Letter {
  return layOut({
    subject: 'Choose a new password for Daybook',
    greeting: `Hello ${asked.name},`,
    paragraphs: ['Someone, probably you, asked for a link to choose a new password.'],
    action: { label: 'Choose a password', link: asked.link },
    closing: [
      `The link works once, until ${momentWords(asked.expiresAt)}.`,
      'If it was not you, ignore this message. Your password has not changed.',
    ],
  });
}

/** The heads of the chains of the books, sent away as a file so that they are kept elsewhere. `takenAt`: a moment of ISO 8601. */
export function headsLetter(heads: { readonly organizations: number; readonly takenAt: string }): Letter {
  const { organizations, takenAt } = heads;
  const books = organizations === 1 ? '1 organization' : `${organizations} organizations`;
  return layOut({
    subject: `Daybook: heads of the books, ${takenAt.slice(0, 10)}`,
    greeting: 'Hello,',
    paragraphs: [
      `The attached file has the heads of the chains of ${books}, taken at ${takenAt} after every check passed.`,
      'Keep it. To see later that nothing before it was changed: npm run verify -- --head FILE',
    ],
    closing: ['You receive this message because the operator of this Daybook server has it sent to you.'],
  });
}
