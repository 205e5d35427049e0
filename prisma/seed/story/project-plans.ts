import { addDays } from '@/core/periods/calendar';
import { HOME_LOCATION } from './company';
import type { PlannedDocument, SubsidiaryKey } from './documents';
import { VENDORS } from './vendors';

export type CostCategory = 'LABOR' | 'MATERIAL' | 'SUBCONTRACT' | 'EQUIPMENT' | 'OTHER';

export interface PlannedBudgetLine {
  readonly costCode: string;
  readonly description: string;
  readonly category: CostCategory;
  readonly original: string;
  readonly approvedChanges: string;
  readonly pendingChanges: string;
  readonly toComplete: string;
}

export interface PlannedCommitment {
  readonly number: string;
  readonly title: string;
  readonly kind: 'SUBCONTRACT' | 'PURCHASE_ORDER';
  readonly vendor: string;
  readonly on: string;
  readonly lines: readonly {
    readonly costCode: string;
    readonly description: string;
    readonly quantity: string;
    readonly unitPrice: string;
  }[];
}

export interface PlannedChangeOrder {
  readonly number: string;
  readonly title: string;
  readonly amount: string;
  readonly state: 'PENDING' | 'APPROVED' | 'REJECTED';
  readonly requestedOn: string;
  readonly approvedOn: string | null;
}

export interface PlannedProject {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly subsidiary: SubsidiaryKey;
  readonly customer: string;
  readonly currency: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly budget: readonly PlannedBudgetLine[];
  /** The account whose postings are the actual cost of a cost code. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly contract: {
    readonly number: string;
    readonly title: string;
    readonly signedOn: string;
    readonly retainagePercent: string;
    readonly lines: readonly (readonly [
      costCode: string,
      description: string,
      amount: string,
      billed: string,
    ])[];
    readonly changeOrders: readonly PlannedChangeOrder[];
  };
  readonly commitments: readonly PlannedCommitment[];
  /** Bills posted to the project: vendor, cost code in the text, amount, days after the start. */
  readonly costs: readonly (readonly [
    vendor: string,
    description: string,
    account: string,
    amount: string,
    after: number,
  ])[];
}

/** The vendor bills for a project, with the project on each line. */
export function projectBills(project: PlannedProject, today: string): PlannedDocument[] {
  return project.costs.flatMap(([key, description, account, unitPrice, after], index) => {
    const vendor = VENDORS.find((one) => one.key === key);
    const date = addDays(project.startDate, after);
    if (vendor === undefined || date > today) return [];
    return [
      {
        key: `BILL:${project.key}:${index}`,
        kind: 'VENDOR_BILL',
        subsidiary: project.subsidiary,
        entity: { type: 'VENDOR', key },
        date,
        dueDate: addDays(date, vendor.termDays),
        currency: project.currency,
        memo: `${project.code}: ${description}`,
        reference: `${key.slice(0, 3).toUpperCase()}-${project.code}-${index + 1}`,
        lines: [
          {
            type: 'SERVICE',
            description,
            quantity: '1',
            unitPrice,
            account,
            ...(vendor.tax === null ? {} : { tax: vendor.tax }),
            department: 'CS-PS',
            location: HOME_LOCATION[project.subsidiary],
            project: project.key,
          },
        ],
      },
    ];
  });
}
