import { z } from 'zod';
import { passwordLetter } from '@/core/mail/messages';
import { consoleLink } from '@/lib/console-link';
import { defineUseCase } from '../kit/define';
import { sendMail } from './send-mail';

/**
 * Mails a person the link to choose a password, through the outbox of an organization they belong to. For the door that was
 * asked (auth/sign-in/password-link), as the system; the secret is neither returned nor recorded.
 */
export const sendPasswordLink = defineUseCase({
  name: 'mail.sendPasswordLink',
  permission: 'org.member.write',
  mode: 'sql',
  secretAnswer: true,
  input: z.object({
    person: z.object({ id: z.guid(), name: z.string(), email: z.string() }),
    secret: z.string(),
    expiresAt: z.date(),
  }),
  async run(context, { person, secret, expiresAt }) {
    const link = consoleLink('password', secret);
    const letter = passwordLetter({ name: person.name, link, expiresAt });
    const id = await sendMail(context.tenant, {
      kind: 'password',
      to: person.email,
      letter,
      secret,
      expiresAt,
    });
    context.record({ noun: 'mail', recordId: id, after: { kind: 'password', userId: person.id } });
    return { id };
  },
});
