import { customerVerbs } from '@/usecases/customers/customer-records';
import { setCustomerWarehouses } from '@/usecases/customers/customer-warehouses';
import { leadVerbs } from '@/usecases/leads/lead-records';
import { convertToCustomer } from '@/usecases/prospects/convert-to-customer';
import { convertToLead } from '@/usecases/prospects/convert-to-lead';
import { createProspect, updateProspect } from '@/usecases/prospects/prospect-records';
import type { PlannedCustomer } from '../story/sales/customers';
import { DIRECT_LEADS, plannedProspects } from '../story/sales/prospects';
import { each, type Stage } from './stage';

/** Customers, parents before children, with their addresses and warehouses. */
export async function buildCustomers(stage: Stage, customers: readonly PlannedCustomer[]): Promise<void> {
  const built = new Set<string>();
  while (built.size < customers.length) {
    const generation = customers.filter(
      ({ key, parent }) => !built.has(key) && (parent === null || built.has(parent)),
    );
    if (generation.length === 0) throw new Error('a customer belongs to no one the story knows');
    await each(generation, 8, (customer) => buildCustomer(stage, customer));
    for (const { key } of generation) built.add(key);
  }
}

async function buildCustomer(stage: Stage, customer: PlannedCustomer): Promise<void> {
  const { id } = await stage.run('controller', customerVerbs.create, {
    companyName: customer.name,
    customerId: customer.code,
    contactEmail: customer.email,
    contactPhone: customer.phone,
    billingAddress: customer.billing,
    shippingAddress: customer.shipping,
    parentCustomerId: stage.ids.find('customer', customer.parent),
    taxId: customer.taxId,
    paymentTerms: customer.terms,
    creditLimit: customer.creditLimit,
    currencyCode: customer.currency,
    subsidiaryId: stage.ids.get('subsidiary', customer.subsidiary),
    recordStatus: customer.status,
  });
  stage.ids.set('customer', customer.key, id);
  if (customer.warehouses.length === 0) return;
  await stage.run('controller', setCustomerWarehouses, {
    id,
    assignments: customer.warehouses.map((code, index) => ({
      warehouseId: stage.ids.get('warehouse', code),
      isDefault: index === 0,
    })),
  });
}

/** The number of converted prospects that became customers directly; the others became leads. */
const STRAIGHT_TO_CUSTOMER = 3;

/** Prospects in every status (the converted ones are actually converted), and leads with their scores. */
export async function buildPipeline(stage: Stage): Promise<void> {
  const owner = stage.ids.get('user', 'sales@meridian.demo');
  const prospects = plannedProspects(stage.timeline.today);
  const initial = new Set(['researching', 'contacted', 'evaluating']);
  const made = await each(prospects, 8, async (prospect) => {
    const { id } = await stage.run('sales', createProspect, {
      name: prospect.name,
      company: prospect.company,
      email: prospect.email,
      phone: prospect.phone,
      industry: prospect.industry,
      estimatedRevenue: prospect.estimatedRevenue,
      employeeCount: prospect.employeeCount,
      prospectStatus: initial.has(prospect.status) ? prospect.status : 'evaluating',
      assignedTo: prospect.status === 'researching' ? null : owner,
      notes: prospect.notes,
      customFields: prospect.customFields,
    });
    stage.ids.set('prospect', prospect.key, id);
    const { status, lastContactedAt } = prospect;
    if (lastContactedAt !== null || !initial.has(status)) {
      await stage.run('sales', updateProspect, {
        id,
        data: { prospectStatus: status === 'converted' ? 'qualified' : status, lastContactedAt },
      });
    }
    return { id, status };
  });
  const converted = made.filter(({ status }) => status === 'converted');
  await each(converted, 4, async ({ id }, index) => {
    await stage.run('sales', index < STRAIGHT_TO_CUSTOMER ? (convertToCustomer as never) : convertToLead, {
      id,
    });
  });
  await each(DIRECT_LEADS, 8, async ({ status, ...lead }) => {
    const { id } = await stage.run('sales', leadVerbs.create, {
      ...lead,
      leadStatus: status,
      email: `${lead.name
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z ]+/g, '')
        .replace(/ +/g, '.')}@${lead.company
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '')}.example`,
      assignedTo: owner,
    });
    stage.ids.set('lead', lead.company, id);
  });
}
