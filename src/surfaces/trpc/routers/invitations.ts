import { z } from 'zod';
import { type Acceptance, knownPersonAt, newcomerAt, offerAt } from '@/auth/invitations';
import { forgetMembershipsOf } from '@/auth/memberships';
import { hashSecret } from '@/lib/secrets';
import { runForOutput } from '@/usecases/kit/run';
import { acceptInvitation } from '@/usecases/members/accept-invitation';
import type { TrpcContext } from '../context';
import { inputOf } from '../procedure-for';
import { createTrpcRouter, openProcedure, personProcedure } from '../trpc';

const secret = z.string().min(1).max(200);

/** The invited person's side of an invitation. Secrets arrive in bodies, never in addresses, so that no log holds them. */
export const invitationsRouter = createTrpcRouter({
  /** Who is invited, by whom and to what. Refuses NOT_FOUND. */
  look: openProcedure.input(inputOf(z.object({ secret }))).mutation(async ({ input }) => {
    const { organizationName, email, name, invitedBy, expiresAt, hasAccount } = await offerAt(input.secret);
    return { organizationName, email, name, invitedBy, expiresAt, hasAccount };
  }),

  /** Makes the account of someone new and accepts for them. */
  join: openProcedure
    .input(
      inputOf(z.object({ secret, name: z.string().trim().min(1).max(200), password: z.string().max(1_000) })),
    )
    .mutation(async ({ ctx, input }) =>
      accept(ctx, input.secret, await newcomerAt(input.secret, input.name, input.password)),
    ),

  /** Accepts for the signed-in person. */
  accept: personProcedure
    .input(inputOf(z.object({ secret })))
    .mutation(async ({ ctx, input }) =>
      accept(ctx, input.secret, await knownPersonAt(input.secret, ctx.caller)),
    ),
});

async function accept(
  { requestId, clock }: Pick<TrpcContext, 'requestId' | 'clock'>,
  used: string,
  { principal, account, slug, email }: Acceptance,
) {
  const call = { principal, surface: 'trpc', requestId, clock } as const;
  await runForOutput(acceptInvitation, call, { secretHash: hashSecret(used), account });
  forgetMembershipsOf(principal.actor.id ?? '');
  return { slug, email };
}
