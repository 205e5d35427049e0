import { z } from 'zod';
import type { Made } from '@/core/founding/steps';
import { withSavepoint } from '@/db/transaction';
import { defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import { refusalForViolation } from '../kit/violations';
import { inviteMember } from '../members/invitation-verbs';
import { memberRoles } from '../members/member-input';
import { FOUNDING, takeStep } from './step-record';

const person = z.object({
  name: nameText.max(200).transform((text) => text.trim()),
  email: z.email().max(320).toLowerCase(),
  roles: memberRoles,
});

/** An invitation's link, to be handed over where no mail is sent. It is shown once. */
export interface InvitationLink {
  readonly email: string;
  readonly link: string;
}

/**
 * Founding, step PEOPLE: invites everyone who is not a member or invited already. The links are in the answer, once; pressed twice,
 * no one is invited again and there are none.
 */
export const invitePeople = defineUseCase({
  name: 'founding.people',
  permission: FOUNDING,
  mode: 'write',
  secretAnswer: true,
  input: z.object({ people: z.array(person).max(100), sendMail: z.boolean().default(true) }),
  async run(context, asked) {
    const links: InvitationLink[] = [];
    const step = await takeStep(context, 'PEOPLE', asked, async (inner) => {
      const made: Made[] = [];
      for (const one of asked.people) {
        const { email, name, roles } = one;
        const wish = inviteMember.input.parse({ ...one, sendMail: asked.sendMail });
        const label = `${name} (${email})`;
        try {
          const { invitation, link } = await withSavepoint(inner.tenant, () => inviteMember.run(inner, wish));
          links.push({ email, link });
          made.push({
            act: 'CREATED',
            noun: 'invitation',
            id: invitation.id,
            label,
            detail: roles.join(', '),
          });
        } catch (error) {
          const refused = refusalForViolation(error)?.refusal;
          if (refused?.code !== 'DUPLICATE') throw error;
          made.push({ act: 'KEPT', noun: 'invitation', id: null, label, detail: refused.message });
        }
      }
      return made;
    });
    return { ...step, links };
  },
});
