import { systemPrincipal } from '@/auth/principal';
import { addDays } from '@/core/periods/calendar';
import type { Clock } from '@/lib/clock';
import { newId } from '@/lib/ids';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { departmentVerbs } from '@/usecases/departments/department-records';
import { createEmployee } from '@/usecases/employees/employee-records';
import { createProspect } from '@/usecases/prospects/prospect-records';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import type { PlannedDocument } from '../story/documents';
import {
  HARBOR,
  HARBOR_CUSTOMERS,
  HARBOR_EMPLOYEES,
  HARBOR_PROSPECTS,
  HARBOR_VENDORS,
  harborCosts,
  harborInvoices,
  harborOpening,
  harborProject,
} from '../story/harbor';
import type { Timeline } from '../story/timeline';
import { buildApiKey } from './credentials';
import { createDocuments, postDocuments } from './documents';
import { foundFor } from './founding';
import { buildHarborLogins } from './logins';
import type { Built } from './meridian';
import { buildCompany, buildProjects, buildSnapshots } from './projects';
import { buildWeeklyShop } from './revenue/weekly-shop';
import { settle } from './settlements';
import { each, Stage } from './stage';

/** Builds Harbor Labs, the second organization: a year of a small studio. Meridian's people already exist. */
export async function buildHarbor(timeline: Timeline, clock: Clock): Promise<Built> {
  const stage = new Stage(newId(), timeline, clock);
  stage.cast('admin', systemPrincipal(stage.organizationId));
  await foundFor(stage, { name: HARBOR.name, slug: HARBOR.slug, rootSubsidiary: HARBOR.rootSubsidiary });
  const logins = await buildHarborLogins(stage);
  await buildHarborRecords(stage);
  const companyId = await buildCompany(
    stage,
    { code: 'HARBOR-WORKS', name: 'Harbor Works', externalId: 'pm-9020' },
    ['HOLD'],
  );
  const projects = [harborProject(timeline)];
  await buildProjects(stage, companyId, projects);
  await buildHarborBooks(stage);
  await buildWeeklyShop(stage, stage.ids.get('subsidiary', 'HOLD'));
  await buildSnapshots(stage, projects);
  return { stage, logins, companyId, apiKey: await buildApiKey(stage, companyId) };
}

async function buildHarborRecords(stage: Stage): Promise<void> {
  await Promise.all([
    each(HARBOR_CUSTOMERS, 4, async ([name, city, state], index) => {
      const { id } = await stage.run('admin', customerVerbs.create, {
        companyName: name,
        customerId: `HL-${101 + index}`,
        contactEmail: `office@${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`,
        billingAddress: {
          street: `${10 + index * 7} Water Street`,
          city,
          state,
          postalCode: null,
          country: 'US',
        },
        paymentTerms: 'NET30',
        currencyCode: 'USD',
      });
      stage.ids.set('customer', name, id);
    }),
    each(HARBOR_VENDORS, 4, async ([key, name, account], index) => {
      const { id } = await stage.run('admin', vendorVerbs.create, {
        code: `HV-${11 + index}`,
        name,
        paymentTerms: 'NET20',
        currencyCode: 'USD',
        defaultExpenseAccountId: stage.ids.get('account', account),
      });
      stage.ids.set('vendor', key, id);
    }),
    each(HARBOR_EMPLOYEES, 4, ([name, title], index) =>
      stage.run('admin', createEmployee, {
        name,
        code: `HE-${index + 1}`,
        entityTypes: ['Employee'],
        metadata: { employeeId: `${index + 1}`, department: 'Studio', title, employmentType: 'full-time' },
      }),
    ),
    each(HARBOR_PROSPECTS, 4, ([name, company, industry, estimatedRevenue]) =>
      stage.run('admin', createProspect, { name, company, industry, estimatedRevenue }),
    ),
    stage.run('admin', departmentVerbs.create, { code: 'STUDIO', name: 'Studio' }),
  ]);
}

async function buildHarborBooks(stage: Stage): Promise<void> {
  const { timeline } = stage;
  const invoices = harborInvoices(timeline);
  const documents = [harborOpening(timeline), ...invoices, ...harborCosts(timeline)];
  const made = await createDocuments(stage, documents, 'admin', 'APPROVED');
  const owed = new Map(made.map(({ key, total }) => [key, total]));
  const payments = documents.flatMap((document): PlannedDocument[] => {
    const paidOn = addDays(document.dueDate ?? document.date, document.kind === 'INVOICE' ? 9 : -2);
    const amount = owed.get(document.key);
    if (document.entity === undefined || amount === undefined || paidOn > timeline.today) return [];
    const isSale = document.kind === 'INVOICE';
    return [
      {
        key: `${isSale ? 'HPMT' : 'HVPMT'}:${document.key}`,
        kind: isSale ? 'CUSTOMER_PAYMENT' : 'VENDOR_PAYMENT',
        subsidiary: 'HOLD',
        entity: document.entity,
        date: paidOn,
        currency: 'USD',
        memo: isSale ? 'Payment received' : 'Bill paid',
        lines: [
          { type: 'ITEM', description: 'Bank transfer', quantity: '1', unitPrice: amount, account: '1110' },
        ],
      },
    ];
  });
  const paid = await createDocuments(stage, payments, 'admin', 'APPROVED');
  await postDocuments(stage, [...made, ...paid], 'admin');
  const settlements = payments.map(({ key, date }) => {
    const document = key.slice(key.indexOf(':') + 1);
    return { source: key, on: date, amounts: [{ document, amount: owed.get(document) ?? '0' }] };
  });
  await settle(stage, settlements, 'admin');
}
