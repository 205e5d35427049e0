import type { LineType, TransactionKind } from '@/core/transactions/kinds';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import type { DocumentView } from '@/usecases/transactions/document-view';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { type Posted, postTransaction } from '@/usecases/transactions/posting/post-transaction';
import type { TestOrganization } from './organization';

export interface TestLine {
  readonly lineNumber?: number;
  readonly lineType?: LineType;
  readonly description?: string;
  readonly quantity?: string | number;
  readonly unitPrice?: string | number;
  readonly [field: string]: unknown;
}

export interface TestDocument {
  readonly kind?: TransactionKind;
  readonly lines?: readonly TestLine[];
  readonly [field: string]: unknown;
}

const ENTITY = { CUSTOMER: 'customer', VENDOR: 'vendor', EMPLOYEE: 'employee' } as const;
const ENTITY_OF: Partial<Record<TransactionKind, keyof typeof ENTITY>> = {
  INVOICE: 'CUSTOMER',
  CREDIT_MEMO: 'CUSTOMER',
  CUSTOMER_PAYMENT: 'CUSTOMER',
  VENDOR_BILL: 'VENDOR',
  VENDOR_CREDIT: 'VENDOR',
  VENDOR_PAYMENT: 'VENDOR',
  EXPENSE_REPORT: 'EMPLOYEE',
};

/** The body that creates a document of a kind on surface C; given fields override it. An invoice for 100.00 by default. */
export function documentBody(organization: TestOrganization, document: TestDocument = {}) {
  const { kind = 'INVOICE', lines, ...fields } = document;
  const entityType = ENTITY_OF[kind];
  return {
    transaction: {
      transactionTypeId: organization.ids.types[kind],
      subsidiaryId: organization.ids.rootSubsidiary,
      transactionDate: organization.clock.today(),
      currencyCode: 'USD',
      ...(entityType ? { entityType, entityId: organization.ids[ENTITY[entityType]] } : {}),
      ...fields,
    },
    lines: (lines ?? [{}]).map((line, index) => ({
      lineNumber: index + 1,
      lineType: 'SERVICE',
      description: `Line ${index + 1}`,
      quantity: '1',
      unitPrice: '100.00',
      ...line,
    })),
  };
}

/** A balanced journal between two accounts of the default chart: `[code, amount]`, debits above zero. */
export function journalLines(
  organization: TestOrganization,
  legs: readonly (readonly [string, string])[],
): TestLine[] {
  return legs.map(([code, unitPrice]) => ({ unitPrice, accountId: organization.account(code) }));
}

/** Creates a document as the accountant. */
export function createDocument(
  organization: TestOrganization,
  document: TestDocument = {},
): Promise<DocumentView> {
  return runForOutput(
    createTransaction,
    organization.callAs('accountant'),
    documentBody(organization, document),
  );
}

/** Creates and approves. */
export async function approvedDocument(
  organization: TestOrganization,
  document: TestDocument = {},
): Promise<DocumentView> {
  const { id } = await createDocument(organization, document);
  return runForOutput(approveTransaction, organization.callAs('approver'), { id });
}

/** Creates, approves and posts, on the document's own date. */
export async function postedDocument(
  organization: TestOrganization,
  document: TestDocument = {},
): Promise<DocumentView & { readonly posted: Posted }> {
  const approved = await approvedDocument(organization, document);
  const posted = await runForOutput(postTransaction, organization.callAs('accountant'), {
    id: approved.id,
    postingDate: approved.transactionDate,
  });
  return { ...approved, posted };
}
