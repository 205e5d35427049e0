import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { addPeriods, periodOf } from '@/core/revenue/days';
import { CRITERIA } from '@/core/revenue/judgements/contract-criteria';
import { isDemoOrganization } from '@/db/stores/organization-settings';
import { ensureCustomerNamed } from '@/db/stores/sales/customers';
import { defineUseCase } from '../../kit/define';
import { bringIntoForce } from '../contracts/activate-contract';
import { contractCreateInput } from '../contracts/contract-input';
import { type ContractView, viewContract } from '../contracts/contract-view';
import { draftContract } from '../contracts/create-contract';
import { eventInput } from '../events/event-input';
import { recordContractEvent } from '../events/post-event';
import { EXAMPLES, type ExampleStep, type On, type StandardExample } from './example-records';

/** The customer that identifies sandbox contracts. */
const SANDBOX_CUSTOMER = 'Examples from the standard';

export const exampleFields = z.object({
  code: z.enum(EXAMPLES.map(({ code }) => code) as [string, ...string[]]),
});

/** An example as lists show it. */
export type ExampleHeading = Pick<StandardExample, 'code' | 'title' | 'paragraph'>;

export interface LoadedExample {
  readonly example: ExampleHeading;
  readonly contract: ContractView;
  /**
   * The next steps, ready for `revenue.modifications.preview`, `.choose` and
   * `revenue.events.record`, with their results.
   */
  readonly next: readonly ExampleStep[];
}

const heading = ({ code, title, paragraph }: StandardExample): ExampleHeading => ({ code, title, paragraph });

/** The examples of 606-10-55 that can be loaded, and whether this organization may load them. */
export const listExamples = defineUseCase({
  name: 'revenue.examples',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant }): Promise<{ canLoad: boolean; examples: ExampleHeading[] }> {
    return { canLoad: await isDemoOrganization(tenant), examples: EXAMPLES.map(heading) };
  },
});

/**
 * Creates a sandbox contract from an illustrative example of 606-10-55, dated in the current month, with its history to
 * date and the next steps prepared. Demo organizations only: refuses REVENUE_RULE DEMO_ONLY elsewhere.
 */
export const loadExample = defineUseCase({
  name: 'revenue.loadExample',
  permission: 'revenue.write',
  mode: 'sql',
  input: exampleFields,
  async run(context, { code }): Promise<LoadedExample> {
    const { tenant, clock } = context;
    if (!(await isDemoOrganization(tenant))) {
      refuse('REVENUE_RULE', 'Examples can be loaded only in a demo organization. These are real books.', {
        rule: 'DEMO_ONLY',
      });
    }
    const example = EXAMPLES.find((one) => one.code === code);
    if (example === undefined) throw new Error(`no example ${code}`);
    const month = periodOf(clock.today());
    const on: On = (day, monthsAhead = 0) =>
      `${addPeriods(month, monthsAhead)}-${String(day).padStart(2, '0')}`;
    const customer = await ensureCustomerNamed(tenant, SANDBOX_CUSTOMER);
    if (customer.isNew) {
      context.record({
        action: 'customers.create',
        noun: 'customer',
        recordId: customer.id,
        after: { companyName: SANDBOX_CUSTOMER },
      });
    }
    const draft = contractCreateInput.parse({
      ...example.draft(on),
      name: `Example ${code}: ${example.title}`,
      customerId: customer.id,
      notes: `Sandbox of ${example.paragraph}.`,
    });
    const { id } = await draftContract(context, draft);
    const evidence = `Given in ${example.paragraph}`;
    await bringIntoForce(
      context,
      id,
      CRITERIA.map((name) => ({ name, met: true, evidence })),
    );
    for (const fact of example.recorded(on)) {
      const event = eventInput.parse(fact) as Omit<ContractEvent, 'id'>;
      await recordContractEvent(context, id, { event, post: false });
    }
    return { example: heading(example), contract: await viewContract(tenant, id), next: example.next(on) };
  },
});
