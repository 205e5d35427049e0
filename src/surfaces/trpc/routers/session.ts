import { z } from 'zod';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  endSession,
  ownSessions,
  standingSession,
} from '@/auth/account';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { ownMemberships } from '@/auth/memberships';
import { providersOfSlug } from '@/auth/providers/organization-provider';
import { singleSignOn } from '@/auth/providers/single-sign-on';
import { demoLogins } from '@/auth/sign-in/demo-logins';
import { assertionInput, attestationInput } from '@/auth/sign-in/passkey-ceremony';
import { beginPasskeySignIn } from '@/auth/sign-in/passkey-sign-in';
import {
  beginConfirmation,
  beginPasskey,
  confirmWithPasskey,
  endPasskey,
  finishPasskey,
  namePasskey,
  ownPasskeys,
} from '@/auth/sign-in/passkeys';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from '@/auth/sign-in/second-factor';
import { PASSWORD_MAXIMUM } from '@/lib/password';
import { inputOf } from '../procedure-for';
import { createTrpcRouter, memberProcedure, openProcedure, personProcedure } from '../trpc';

const password = z.string().max(PASSWORD_MAXIMUM);
const code = z.string().max(50);
const passkeyName = z.string().trim().min(1).max(100);

/** The signed-in person and their permissions, which every page requests first. */
export const sessionRouter = createTrpcRouter({
  /** The buttons on a demo's sign-in page; empty otherwise. */
  demoLogins: openProcedure.query(() => demoLogins()),

  /** The label of the OpenID provider's button; null when there is none. */
  singleSignOn: openProcedure.query(() => singleSignOn()?.name ?? null),

  /** The OpenID providers of the organization with this short name. */
  providersOf: openProcedure
    .input(inputOf(z.object({ slug: z.string().max(100) })))
    .query(({ input }) => providersOfSlug(input.slug)),

  /** The signed-in person and their organizations; in a session that one organization's provider began, that one. */
  me: personProcedure.query(async ({ ctx }) => {
    const [{ user, confinedTo }, all] = await Promise.all([
      standingSession(ctx.caller),
      ownMemberships(ctx.caller.userId),
    ]);
    const organizations = all.filter(
      ({ organizationId }) => (confinedTo ?? organizationId) === organizationId,
    );
    const { id, name, email } = user;
    return { user: { id, name, email }, organizations, isConfined: confinedTo !== null };
  }),

  /** The person's permissions in the organization of the request. */
  rights: memberProcedure.query(({ ctx: { principal, clock } }) => ({
    organizationId: principal.organizationId as string,
    roles: [...principal.roles],
    permissions: [...principal.permissions],
    subsidiaryScope: principal.subsidiaryScope === null ? null : [...principal.subsidiaryScope],
    today: clock.today(),
  })),

  /** Whether two-factor sign-in is set up, and how many recovery codes are left. */
  factor: personProcedure.query(({ ctx }) => secondFactorOf(ctx.caller)),

  /** Offers a secret for an authenticator app. */
  beginFactor: personProcedure
    .input(inputOf(z.object({ password })))
    .mutation(({ ctx, input }) => beginSecondFactor(ctx.caller, input.password)),

  /** Sets two-factor sign-in up with the first code; returns recovery codes, once. */
  confirmFactor: personProcedure.input(inputOf(z.object({ code }))).mutation(async ({ ctx, input }) => ({
    recoveryCodes: await confirmSecondFactor(ctx.caller, input.code),
  })),

  /** Makes new recovery codes. */
  renewCodes: personProcedure.input(inputOf(z.object({ code }))).mutation(async ({ ctx, input }) => ({
    recoveryCodes: await renewRecoveryCodes(ctx.caller, input.code),
  })),

  /** Removes two-factor sign-in. */
  endFactor: personProcedure.input(inputOf(z.object({ password, code }))).mutation(async ({ ctx, input }) => {
    await endSecondFactor(ctx.caller, input.password, input.code);
    return { ended: true };
  }),

  /** The person's passkeys. */
  passkeys: personProcedure.query(({ ctx }) => ownPasskeys(ctx.caller)),

  /** Begins to register a passkey. */
  beginPasskey: personProcedure
    .input(inputOf(z.object({ password })))
    .mutation(({ ctx, input }) => beginPasskey(ctx.caller, input.password)),

  /** Registers the passkey that an authenticator made. */
  finishPasskey: personProcedure
    .input(inputOf(z.object({ name: passkeyName, response: attestationInput })))
    .mutation(({ ctx, input }) => finishPasskey(ctx.caller, input.name, input.response)),

  /** Names a passkey. */
  namePasskey: personProcedure
    .input(inputOf(z.object({ id: z.guid(), name: passkeyName })))
    .mutation(async ({ ctx, input }) => {
      await namePasskey(ctx.caller, input.id, input.name);
      return { named: true };
    }),

  /** Removes a passkey. */
  endPasskey: personProcedure
    .input(inputOf(z.object({ id: z.guid(), password })))
    .mutation(async ({ ctx, input }) => {
      await endPasskey(ctx.caller, input.id, input.password);
      return { ended: true };
    }),

  /** Begins to confirm this session with a passkey. */
  beginConfirmation: personProcedure.mutation(({ ctx }) => beginConfirmation(ctx.caller)),

  /** Confirms this session with a passkey, as its second factor. */
  confirmWithPasskey: personProcedure
    .input(inputOf(z.object({ response: assertionInput })))
    .mutation(async ({ ctx, input }) => {
      await confirmWithPasskey(ctx.caller, input.response);
      return { confirmed: true };
    }),

  /** What an authenticator must sign for a sign-in with a passkey; the answer goes to next-auth. */
  beginPasskeySignIn: openProcedure.mutation(({ ctx }) =>
    beginPasskeySignIn(ctx.inbound.header(ADDRESS_HEADER) ?? ''),
  ),

  changePassword: personProcedure
    .input(
      inputOf(
        z.object({
          presentPassword: z.string().max(PASSWORD_MAXIMUM),
          // Its strength is judged as a whole (auth/sign-in/chosen-password).
          newPassword: z.string().max(PASSWORD_MAXIMUM),
        }),
      ),
    )
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.caller, input.presentPassword, input.newPassword);
      return { changed: true };
    }),

  /** The person's sessions, with the current one marked. */
  list: personProcedure.query(async ({ ctx }) =>
    (await ownSessions(ctx.caller)).map((session) => ({
      ...session,
      isThisOne: session.id === ctx.caller.sessionId,
    })),
  ),

  /** Ends one of the person's sessions. */
  endOne: personProcedure
    .input(inputOf(z.object({ id: z.guid(), password })))
    .mutation(async ({ ctx, input }) => {
      await endOwnSession(ctx.caller, input.id, input.password);
      return { ended: true };
    }),

  /** Ends all of the person's sessions but this one. */
  endOthers: personProcedure.input(inputOf(z.object({ password }))).mutation(async ({ ctx, input }) => ({
    ended: await endOtherSessions(ctx.caller, input.password),
  })),

  /** Ends this session and revokes its tokens everywhere. */
  end: personProcedure.mutation(async ({ ctx }) => {
    await endSession(ctx.caller.sessionId, 'sign-out');
    return { ended: true };
  }),
});
