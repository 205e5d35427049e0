import { z } from 'zod';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { systemPrincipal } from '@/auth/principal';
import { choosePasswordAt, passwordLinkAskedBy, personOfPasswordLink } from '@/auth/sign-in/password-link';
import { RefusalError } from '@/core/refusals';
import { log } from '@/lib/telemetry/log';
import { runForOutput } from '@/usecases/kit/run';
import { sendPasswordLink } from '@/usecases/mail/send-password-link';
import type { TrpcContext } from '../context';
import { inputOf } from '../procedure-for';
import { createTrpcRouter, openProcedure } from '../trpc';

const secret = z.string().min(1).max(200);

/** Choosing a password at a link that works once. Secrets arrive in bodies, never in addresses, so that no log holds them. */
export const passwordsRouter = createTrpcRouter({
  /**
   * Mails a link to choose a password, if the address has an account. The answer is the same if it has none, and does not
   * wait for the rest, so that neither its words nor its delay reveal which.
   */
  ask: openProcedure
    .input(inputOf(z.object({ email: z.email().max(320).toLowerCase() })))
    .mutation(({ ctx, input }) => {
      mailLink(ctx, input.email).catch((error: unknown) => {
        if (!(error instanceof RefusalError)) log.error({ err: error }, 'a link could not be mailed');
      });
      return { asked: true };
    }),

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

async function mailLink(
  { inbound, requestId, clock }: Pick<TrpcContext, 'inbound' | 'requestId' | 'clock'>,
  email: string,
): Promise<void> {
  const asked = await passwordLinkAskedBy(email, inbound.header(ADDRESS_HEADER) ?? '');
  if (asked === null) return;
  const { organizationId, ...link } = asked;
  const call = { principal: systemPrincipal(organizationId), surface: 'trpc', requestId, clock } as const;
  await runForOutput(sendPasswordLink, call, link);
}
