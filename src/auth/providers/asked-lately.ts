/** How far a clock may be off, plus the time a sign-in may take, in seconds. */
const SLACK_SECONDS = 300;

/** How old a sign-in at a provider may be, in seconds: DAYBOOK_OIDC_MAX_AGE_HOURS; null: any age. */
export function longestAge(): number | null {
  const hours = process.env.DAYBOOK_OIDC_MAX_AGE_HOURS;
  return hours === undefined || hours === '' ? null : Math.round(Number(hours) * 3_600);
}

/** What a provider is asked for: who the person is, and that it asks them again when that is too long ago (OpenID Connect Core, 3.1.2.1). */
export function authorizationParams(): Readonly<Record<string, string>> {
  const most = longestAge();
  return { scope: 'openid email profile', ...(most === null ? {} : { max_age: String(most) }) };
}

/** Whether a provider asked its person lately enough, by the time in its ID token; one that does not say counts as not having asked. */
export function askedLately(claims: { readonly auth_time?: unknown }): boolean {
  const most = longestAge();
  if (most === null) return true;
  const { auth_time: at } = claims;
  const now = Date.now() / 1_000;
  return typeof at === 'number' && at >= now - most - SLACK_SECONDS && at <= now + SLACK_SECONDS;
}
