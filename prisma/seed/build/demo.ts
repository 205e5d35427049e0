import { DEMO_PASSWORD } from '@/auth/sign-in/demo-door';
import type { Clock } from '@/lib/clock';
import type { Access } from '../access';
import { timelineUpTo } from '../story/timeline';
import { examplesOf } from './examples';
import { buildHarbor } from './harbor';
import { type Built, type BuiltMeridian, buildMeridian } from './meridian';
import type { Step } from './revenue/progress';
import { proveBooks } from './revenue/proof';

/** Both organizations of the demo. */
export interface Demo {
  readonly meridian: BuiltMeridian;
  readonly harbor: Built;
}

/** Builds the demo relative to the clock's day and verifies its books before anyone sees them. */
export async function buildDemo(clock: Clock, step: Step): Promise<Demo> {
  const timeline = timelineUpTo(clock.today());
  const meridian = await buildMeridian(timeline, clock, step);
  const harbor = await step('Harbor Labs', () => buildHarbor(timeline, clock));
  await step('Books verified', async () => {
    await proveBooks(meridian.stage);
    await proveBooks(harbor.stage);
  });
  return { meridian, harbor };
}

/** The content of access.json. */
export function accessOf({ meridian, harbor }: Demo, baseUrl: string): Access {
  const organizations = [
    { slug: 'meridian-cloud', name: 'Meridian Cloud', ...meridian },
    { slug: 'harbor-labs', name: 'Harbor Labs', ...harbor },
  ];
  const { clientId, clientSecret } = meridian.apiClient;
  return {
    baseUrl,
    organizations: organizations.map(({ slug, name, stage, companyId, apiKey }) => ({
      id: stage.organizationId,
      slug,
      name,
      companyId,
      apiKey,
    })),
    users: organizations.flatMap(({ slug, logins }) =>
      logins.map(({ email, role }) => ({ email, password: DEMO_PASSWORD, role, organization: slug })),
    ),
    apiClient: { clientId, clientSecret, organization: 'meridian-cloud' },
    examples: examplesOf(meridian),
  };
}
