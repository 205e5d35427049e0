import { z } from 'zod';
import { firstFounder, isAwaitingFirstOwner } from '@/auth/people';
import { hashChosenPassword } from '@/auth/sign-in/chosen-password';
import { standingLink } from '@/auth/sign-in/one-time-link';
import { CURRENCY_CODES } from '@/core/money/minor-units';
import { newId } from '@/lib/ids';
import { hashSecret } from '@/lib/secrets';
import { COUNTRY_CODES } from '@/usecases/addresses/country-code';
import { runForOutput } from '@/usecases/kit/run';
import { firstOrganization, firstPerson, foundFirst } from '@/usecases/organizations/found-first';
import { inputOf } from '../procedure-for';
import { createTrpcRouter, openProcedure } from '../trpc';

const secret = z.string().min(1).max(200);
const password = z.string().max(1_000);

const named = (type: 'region' | 'currency', codes: readonly string[]) => {
  const names = new Intl.DisplayNames('en', { type });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
};

/**
 * The first owner of an empty database. No one is signed in here: what authorizes is the secret of the link that the start
 * prints. It arrives in bodies, never in addresses, so that no log holds it.
 */
export const welcomeRouter = createTrpcRouter({
  /** True while no one has an account. */
  isAwaited: openProcedure.query(isAwaitingFirstOwner),

  /** Countries and currencies with their names, for the form. */
  choices: openProcedure.query(() => ({
    countries: named('region', COUNTRY_CODES),
    currencies: named('currency', CURRENCY_CODES),
  })),

  /** Whether a link can be used, and until when. Refuses NOT_FOUND. */
  look: openProcedure.input(inputOf(z.object({ secret }))).mutation(async ({ input }) => {
    const { expiresAt } = await standingLink(input.secret, 'first_owner');
    return { expiresAt };
  }),

  /** Makes the first owner and the first organization; returns where its books are. */
  found: openProcedure
    .input(inputOf(z.object({ secret, password, person: firstPerson, organization: firstOrganization })))
    .mutation(async ({ ctx, input }) => {
      // Before anything costly is done for someone without a link.
      await standingLink(input.secret, 'first_owner');
      const { person, organization } = input;
      const chooser = { ...person, companies: [organization.name] };
      const passwordHash = await hashChosenPassword(input.password, chooser, 'password');
      const founder = firstFounder({ id: newId(), name: person.name }, newId());
      const call = {
        principal: founder,
        surface: 'trpc',
        requestId: ctx.requestId,
        clock: ctx.clock,
      } as const;
      const linkHash = hashSecret(input.secret);
      return runForOutput(foundFirst, call, { linkHash, passwordHash, person, organization });
    }),
});
