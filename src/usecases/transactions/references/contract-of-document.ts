import { type Issue, refuse } from '@/core/refusals';
import { SALES_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import type { DocumentReferences } from '@/db/stores/documents/document-references';
import type { DocumentDraft } from './collect-references';

/** Control accounts that only revenue contracts may post to. */
export const REVENUE_CONTROLS: ReadonlySet<string> = new Set([
  'DEFERRED_REVENUE',
  'CONTRACT_ASSET',
  'REFUND_LIABILITY',
  'CONTRACT_COST',
]);

interface Tied {
  readonly revenueContractId?: string | null | undefined;
}

/** The revenue contract a document bills; undefined when it bills none. */
export function contractOf(header: Tied, kind: TransactionKind, facts: DocumentReferences) {
  if (!SALES_KINDS.includes(kind)) return undefined;
  return facts.contracts.find(({ id }) => id === header.revenueContractId);
}

/**
 * A document may bill only a contract of its own subsidiary, currency and customer. Refuses
 * REVENUE_RULE CONTRACT_MISMATCH.
 */
export function demandContractOf(
  header: Tied & {
    readonly subsidiaryId: string;
    readonly currencyCode: string;
    readonly entityId?: string | null | undefined;
  },
  kind: TransactionKind,
  facts: DocumentReferences,
): void {
  const contract = contractOf(header, kind, facts);
  if (contract === undefined) return;
  const { entityId } = header;
  const differs = [
    ...(contract.subsidiaryId === header.subsidiaryId ? [] : ['subsidiary']),
    ...(contract.currencyCode === header.currencyCode ? [] : ['currency']),
    ...(entityId && contract.customerId !== null && contract.customerId !== entityId ? ['customer'] : []),
  ];
  if (differs.length === 0) return;
  refuse('REVENUE_RULE', `Contract ${contract.contractNumber} has a different ${differs.join(' and ')}.`, {
    rule: 'CONTRACT_MISMATCH',
    contractId: contract.id,
    differs,
  });
}

/**
 * Only a line of an invoice or credit memo of a revenue contract may name an obligation, one of that contract; of a contract that is still a
 * draft, that is decided when the invoice is posted. Refuses INVALID_INPUT.
 */
export function demandObligationsOf(
  { header, lines }: DocumentDraft,
  kind: TransactionKind,
  facts: DocumentReferences,
): void {
  const issues: Issue[] = [];
  for (const [index, { obligationKey, commitmentFrom, lineType }] of lines.entries()) {
    const wrong = (field: string, message: string) =>
      issues.push({ path: ['lines', String(index), field], message });
    if (!obligationKey) {
      if (commitmentFrom) wrong('commitmentFrom', 'is given without the obligation it belongs to');
      continue;
    }
    const contract =
      kind === 'INVOICE' || kind === 'CREDIT_MEMO' ? contractOf(header, kind, facts) : undefined;
    if (contract === undefined) {
      wrong('obligationKey', 'may be given only on an invoice or credit memo of a revenue contract');
    } else if (lineType === 'TAX') {
      wrong('obligationKey', 'may not be given on a line of tax');
    } else if (contract.obligationKeys !== null && !contract.obligationKeys.includes(obligationKey)) {
      wrong('obligationKey', `is not an obligation of contract ${contract.contractNumber}`);
    }
  }
  const [first] = issues;
  if (first === undefined) return;
  refuse('INVALID_INPUT', `${first.path.join('.')}: ${first.message}`, { issues });
}
