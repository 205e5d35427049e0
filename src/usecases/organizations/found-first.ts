import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { lockWhileNoOneHasAccount, takeFirstOwnerLink } from '@/db/stores/people/first-owner';
import { insertUser } from '@/db/stores/people/members';
import { countryCode } from '../addresses/country-code';
import { defineUseCase } from '../kit/define';
import { currencyCode, nameText } from '../kit/fields';
import { foundOrganization } from './found-organization';

/** What the first owner says of the company: enough to open the books; everything else can follow. */
export const firstOrganization = z.object({
  name: nameText.max(200),
  baseCurrency: currencyCode,
  countryCode,
  fiscalYearStartMonth: z.int().min(1).max(12).default(1),
  timeZone: z.string().min(1).max(64).default('UTC'),
});

/** The first owner. */
export const firstPerson = z.object({ name: nameText.max(200), email: z.email().max(320).toLowerCase() });

/**
 * Makes the first owner of an empty database and their organization, in one transaction: either both exist afterward or
 * neither. The caller is the person about to be made (`firstFounder`). `linkHash` is the hash of the secret in the link
 * printed at the start; null from the server's own command line, which needs none. Refuses NOT_FOUND for a link that was
 * used, has expired or was replaced, and IN_USE when someone has an account, of two at once too.
 */
export const foundFirst = defineUseCase({
  name: 'organizations.foundFirst',
  permission: 'org.organization.create',
  mode: 'sql',
  secretAnswer: true,
  input: z.object({
    linkHash: z.string().nullable(),
    passwordHash: z.string().nullable(),
    person: firstPerson,
    organization: firstOrganization,
  }),
  async run(context, { linkHash, passwordHash, person, organization }) {
    const { tenant, principal } = context;
    const id = principal.actor.id;
    if (id === null) throw new Error('the first owner is a person');
    const isEmpty = await lockWhileNoOneHasAccount(tenant);
    if (linkHash !== null && !(await takeFirstOwnerLink(tenant, linkHash))) {
      const message = 'This link was already used, has expired or was replaced by a newer one.';
      refuse('NOT_FOUND', message, { noun: 'link', id: '' });
    }
    if (!isEmpty) {
      refuse('IN_USE', 'Someone already has an account here. Ask an administrator for an invitation.', {
        noun: 'person',
        id,
        by: 'person',
      });
    }
    await insertUser(tenant, { id, ...person, passwordHash });
    const founded = await foundOrganization.run(context, foundOrganization.input.parse(organization));
    context.record({ noun: 'person', recordId: id, after: person });
    return { organizationId: founded.id, slug: founded.slug };
  },
});
