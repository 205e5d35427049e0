import { z } from 'zod';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { type ContractRow, findContract } from '@/db/revenue/contracts/contracts';

import {
  linesOfTransactions,
  lockTransactions,
  type TransactionLineRecord,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import { refuseNotFound } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { anId, day, lineText } from '../../../kit/fields';

import { updateTransaction } from '../../../transactions/update-transaction';
import { criteriaInput } from '../contract-input';
import { shownContract } from '../contract-record';
import { type CandidateLine, contractOfLines, freeLines } from './draft-of-lines';

export const fromInvoiceFields = z.object({
  invoiceId: anId,
  name: lineText.nullish(),
  /** The date of the contract, its prices and its policy; omitted: the invoice date. */
  contractDate: day.optional(),
  /** The term of obligations satisfied over time; it starts on the invoice date unless given. */
  startDate: day.optional(),
  endDate: day.optional(),
  criteria: criteriaInput.optional(),
});

/** Statuses in which an invoice's figures are final; a draft is linked at once, any status between is refused. */
const POSTED: readonly string[] = ['POSTED', 'PAID', 'CLOSED'];

/**
 * Drafts a revenue contract from an invoice: obligations from the templates of its items, with discounts and freight in
 * the price and tax excluded. A draft invoice is linked to the contract and posts to the contract liability; revenue
 * that a posted one recognized at once is reclassified there when the contract is activated. Refuses NOT_FOUND,
 * INVALID_STATUS_TRANSITION, REVENUE_RULE SOURCE_USED, NO_TEMPLATE, TERM_MISSING, NO_VERSION.
 */
export const contractFromInvoice = defineUseCase({
  name: 'revenue.contracts.fromInvoice',
  permission: 'revenue.write',
  mode: 'sql',
  input: fromInvoiceFields,
  async run(context, { invoiceId, ...asked }): Promise<ContractRow> {
    const { tenant } = context;
    const [invoice] = await lockTransactions(tenant, [invoiceId]);
    if (invoice === undefined || invoice.kind !== 'INVOICE') refuseNotFound('invoice', invoiceId);
    const { transactionStatus: status, transactionNumber: number, transactionDate } = invoice;
    if (status !== 'DRAFT' && !POSTED.includes(status)) {
      refuse(
        'INVALID_STATUS_TRANSITION',
        `Invoice ${number} is ${status}. A draft or posted invoice is required.`,
        {
          from: status,
          to: 'DRAFT',
        },
      );
    }
    if (invoice.revenueContractId !== null) {
      refuse('REVENUE_RULE', `Invoice ${number} already belongs to a revenue contract.`, {
        rule: 'SOURCE_USED',
        contractId: invoice.revenueContractId,
      });
    }
    const stored = await linesOfTransactions(tenant, [invoiceId]);
    const startDate = asked.startDate ?? transactionDate;
    const lines = stored
      .filter(({ lineType }) => lineType === 'ITEM' || lineType === 'SERVICE')
      .map((line) => candidate(invoice, line, startDate, asked.endDate ?? null));
    const free = await freeLines(tenant, { id: invoice.id, noun: 'invoice', number, lines });
    const contract = await contractOfLines(
      context,
      { id: invoice.id, noun: 'invoice', number, lines: free, besides: besidesOf(stored) },
      {
        name: asked.name ?? `Invoice ${number}`,
        customerId: invoice.entityType === 'CUSTOMER' ? invoice.entityId : null,
        subsidiaryId: invoice.subsidiaryId,
        currencyCode: invoice.currencyCode,
        subscriptionId: invoice.subscriptionId,
        contractDate: asked.contractDate ?? transactionDate,
        startDate,
        endDate: asked.endDate ?? null,
        criteria: asked.criteria,
      },
    );
    if (status === 'DRAFT') {
      await updateTransaction.run(
        { ...context, expectedVersion: undefined },
        { id: invoice.id, transaction: { revenueContractId: contract.id }, lines: undefined },
      );
    }
    return shownContract(
      (await findContract(tenant, contract.id)) ?? refuseNotFound('contract', contract.id),
    );
  },
});

/**
 * Discounts lower the total price and freight raises it; neither is a separate performance obligation (606-10-25-18B).
 */
function besidesOf(lines: readonly TransactionLineRecord[]): string {
  return toPlainString(
    sum(
      lines.map(({ lineType, lineAmount }) => {
        if (lineType === 'DISCOUNT') return dec(lineAmount).abs().negated();
        return lineType === 'SHIPPING' ? dec(lineAmount) : dec('0');
      }),
    ),
  );
}

function candidate(
  invoice: TransactionRecord,
  line: TransactionLineRecord,
  start: string,
  end: string | null,
): CandidateLine {
  const { lineNumber, lineAmount, quantity } = line;
  return {
    source: { sourceKind: 'INVOICE_LINE', sourceId: invoice.id, lineNumber },
    name: `line ${lineNumber} of ${invoice.transactionNumber}`,
    itemId: line.itemId,
    description: line.description,
    amount: toPlainString(dec(lineAmount)),
    standalone: {
      amount: toPlainString(dec(lineAmount)),
      evidence: `Price of line ${lineNumber} of invoice ${invoice.transactionNumber}`,
    },
    units: toPlainString(dec(quantity)),
    quantity: toPlainString(dec(quantity)),
    start,
    end,
    isTerm: false,
    classId: line.classId,
    departmentId: line.departmentId,
    locationId: line.locationId,
    projectId: line.projectId,
  };
}
