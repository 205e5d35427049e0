import { systemPrincipal } from '@/auth/principal';
import type { Clock } from '@/lib/clock';
import { newId } from '@/lib/ids';
import { SUBSIDIARIES } from '../story/company';
import { projectBills } from '../story/project-plans';
import { plannedProjects } from '../story/projects';
import { plannedCustomers } from '../story/sales/customers';
import { plannedSubscriptions } from '../story/sales/subscriptions';
import type { Timeline } from '../story/timeline';
import { buildBooks, type Volume } from './books';
import { buildCatalogue, buildVendors } from './catalogue';
import { buildCloses } from './closing';
import { buildApiClient, buildApiKey } from './credentials';
import { buildDesk } from './desk';
import { foundFor } from './founding';
import { buildIntercompany } from './intercompany';
import { buildLogins, type Login } from './logins';
import { buildCompany, buildProjects, buildSnapshots } from './projects';
import { buildRateCorrection } from './rate-correction';
import { buildAgreements } from './revenue/agreements';
import { buildLateFacts } from './revenue/late-facts';
import type { Step } from './revenue/progress';
import { buildRevenue } from './revenue/revenue';
import { buildCustomers, buildPipeline } from './sales';
import { buildSetup } from './setup';
import { Stage } from './stage';
import { buildEmployees, buildStructure, buildSubsidiaries } from './structure';

/** A finished demo organization, with what access.json contains about it. */
export interface Built {
  readonly stage: Stage;
  readonly logins: readonly Login[];
  readonly companyId: string;
  readonly apiKey: string;
}

export interface BuiltMeridian extends Built {
  readonly apiClient: { readonly id: string; readonly clientId: string; readonly clientSecret: string };
  readonly volume: Volume;
}

/** Builds Meridian Cloud, the demo's main company, in the order a real company would. */
export async function buildMeridian(timeline: Timeline, clock: Clock, step: Step): Promise<BuiltMeridian> {
  const stage = new Stage(newId(), timeline, clock);
  const customers = plannedCustomers();
  const subscriptions = plannedSubscriptions(customers, timeline);
  const projects = plannedProjects(timeline);

  const logins = await step('Meridian Cloud: companies, people, structure', async () => {
    const [holding] = SUBSIDIARIES;
    if (holding === undefined) throw new Error('the group has no holding');
    stage.cast('admin', systemPrincipal(stage.organizationId));
    const { name, code } = holding;
    await foundFor(stage, { name: 'Meridian Cloud', slug: 'meridian-cloud', rootSubsidiary: { name, code } });
    const people = await buildLogins(stage);
    await buildSubsidiaries(stage);
    await buildStructure(stage);
    return people;
  });
  await step('Rates, taxes, products, vendors, employees, customers', () =>
    Promise.all([
      buildSetup(stage),
      buildCatalogue(stage),
      buildVendors(stage),
      buildEmployees(stage),
      buildCustomers(stage, customers),
    ]),
  );
  const companyId = await step('Pipeline, subscriptions, projects', async () => {
    const external = await buildCompany(
      stage,
      { code: 'MERIDIAN-BUILD', name: 'Meridian Build', externalId: 'pm-4471' },
      ['US', 'DE'],
    );
    await Promise.all([
      buildPipeline(stage),
      buildAgreements(stage, subscriptions),
      buildProjects(stage, external, projects),
    ]);
    return external;
  });
  const bills = projects.flatMap((project) => projectBills(project, timeline.today));
  const volume = await step('Two years of invoices, bills, payments and journals', () =>
    buildBooks(stage, customers, subscriptions, bills),
  );
  const contracts = await step('Two years of revenue contracts and recognition runs', () =>
    buildRevenue(stage, customers),
  );
  await step(
    'The desk of this month, recharges within the group, snapshots, a corrected rate, closed months, late facts',
    async () => {
      await buildDesk(stage);
      await buildIntercompany(stage);
      await buildSnapshots(stage, projects);
      await buildRateCorrection(stage);
      await buildCloses(
        stage,
        SUBSIDIARIES.map(({ key }) => key),
      );
      await buildLateFacts(stage, contracts);
    },
  );
  const apiKey = await buildApiKey(stage, companyId);
  const apiClient = await buildApiClient(stage);
  return { stage, logins, companyId, apiKey, apiClient, volume };
}
