import { z } from 'zod';
import { changePassword, endOwnSession, endSession, ownSessions, standingUser } from '@/auth/account';
import { demoLogins } from '@/auth/demo-logins';
import { ownMemberships } from '@/auth/memberships';
import { singleSignOn } from '@/auth/single-sign-on';
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from '@/lib/password';
import { inputOf } from '../procedure-for';
import { createTrpcRouter, memberProcedure, openProcedure, personProcedure } from '../trpc';

/** Who is signed in, and what they may do: what every page asks first. */
export const sessionRouter = createTrpcRouter({
  /** The buttons of a demo's sign-in page; empty anywhere else. */
  demoLogins: openProcedure.query(() => demoLogins()),

  /** What the button of the OpenID provider is called; null when there is none. */
  singleSignOn: openProcedure.query(() => singleSignOn()?.name ?? null),

  /** The signed-in person and the organizations to choose from. */
  me: personProcedure.query(async ({ ctx }) => {
    const [user, organizations] = await Promise.all([
      standingUser(ctx.caller),
      ownMemberships(ctx.caller.userId),
    ]);
    return { user: { id: user.id, name: user.name, email: user.email }, organizations };
  }),

  /** What the person may do in the organization of the request. */
  rights: memberProcedure.query(({ ctx: { principal, clock } }) => ({
    organizationId: principal.organizationId as string,
    roles: [...principal.roles],
    permissions: [...principal.permissions],
    subsidiaryScope: principal.subsidiaryScope === null ? null : [...principal.subsidiaryScope],
    today: clock.today(),
  })),

  changePassword: personProcedure
    .input(
      inputOf(
        z.object({
          presentPassword: z.string().max(PASSWORD_MAXIMUM),
          newPassword: z.string().min(PASSWORD_MINIMUM).max(PASSWORD_MAXIMUM),
        }),
      ),
    )
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.caller, input.presentPassword, input.newPassword);
      return { changed: true };
    }),

  /** Where the person is signed in, this session marked. */
  list: personProcedure.query(async ({ ctx }) =>
    (await ownSessions(ctx.caller)).map((session) => ({
      ...session,
      isThisOne: session.id === ctx.caller.sessionId,
    })),
  ),

  /** Ends one of the person's sessions. */
  endOne: personProcedure.input(inputOf(z.object({ id: z.guid() }))).mutation(async ({ ctx, input }) => {
    await endOwnSession(ctx.caller, input.id);
    return { ended: true };
  }),

  /** Signs this session out everywhere its tokens are. */
  end: personProcedure.mutation(async ({ ctx }) => {
    await endSession(ctx.caller.sessionId);
    return { ended: true };
  }),
});
