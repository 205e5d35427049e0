import { answerNextAuth, type RouteContext } from '@/auth/next-auth';
import type { EnterByProvider } from '@/auth/providers/organization-person';
import { systemClock } from '@/lib/clock';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { enterByProvider } from '@/usecases/members/accept-provided-person';

/** Lets a person of an organization's own OpenID provider in for the first time. */
export const enter: EnterByProvider = (principal, person) =>
  runForOutput(
    enterByProvider,
    { principal, surface: 'auth', requestId: newId(), clock: systemClock() },
    person,
  );

/** Answers /api/auth/*: signing in and out in a browser. */
export const answerBrowserSignIn = (request: Request, context: RouteContext): Promise<Response> =>
  answerNextAuth(request, context, enter);
