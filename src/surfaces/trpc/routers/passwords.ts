import { z } from 'zod';
import { choosePasswordAt, personOfPasswordLink } from '@/auth/password-link';
import { inputOf } from '../procedure-for';
import { createTrpcRouter, openProcedure } from '../trpc';

const secret = z.string().min(1).max(200);

/** Choosing a password at a link that works once. Secrets arrive in bodies, never in addresses, so that no log holds them. */
export const passwordsRouter = createTrpcRouter({
  /** Whose password the link sets. Refuses NOT_FOUND. */
  look: openProcedure.input(inputOf(z.object({ secret }))).mutation(async ({ input }) => {
    const { name, email } = await personOfPasswordLink(input.secret);
    return { name, email };
  }),

  /** Sets the password and ends the person's sessions. */
  choose: openProcedure
    .input(inputOf(z.object({ secret, password: z.string().max(1_000) })))
    .mutation(({ input }) => choosePasswordAt(input.secret, input.password)),
});
