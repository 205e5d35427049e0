import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { type ApplicationRecord, paymentApplications } from '@/db/stores/documents/settlements';
import { type TransactionRecord, transactions } from '@/db/stores/documents/transactions';
import { refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import { gainOf } from './exchange-difference';

/** An application with the names of both documents. */
export type ApplicationView = ApplicationRecord & {
  readonly paymentNumber: string;
  readonly documentNumber: string;
  /** Of the document, in which `amount` is. */
  readonly currencyCode: string;
  /** What it took from the payment, in the payment's currency. */
  readonly takenAmount: string;
  readonly paymentCurrencyCode: string;
  readonly baseCurrencyCode: string;
  /** The exchange gain (positive) or loss, in base currency. */
  readonly exchangeGain: string;
};

/** The applications of one payment or document, newest first, including reversed ones. Refuses NOT_FOUND. */
export const listApplications = defineUseCase({
  name: 'gl.transaction.applications',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({ transactionId: anId }),
  async run({ tenant }, { transactionId }): Promise<ApplicationView[]> {
    if ((await transactions.find(tenant, transactionId)) === null)
      refuseNotFound('transaction', transactionId);
    const applications = await paymentApplications.list(tenant, {
      where: { OR: [{ paymentId: transactionId }, { documentId: transactionId }] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    const ids = new Set(applications.flatMap(({ paymentId, documentId }) => [paymentId, documentId]));
    const sides = await transactions.list(tenant, {
      where: { id: { in: [...ids] } },
      orderBy: [{ id: 'asc' }],
    });
    const byId = new Map(sides.map((side) => [side.id, side]));
    return applications.map((application) => applicationView(application, byId));
  },
});

function applicationView(
  application: ApplicationRecord,
  sides: ReadonlyMap<string, TransactionRecord>,
): ApplicationView {
  const payment = sides.get(application.paymentId);
  const document = sides.get(application.documentId);
  if (payment === undefined || document === undefined) throw new Error('an application lost a side');
  return {
    ...application,
    amount: toAmountString(dec(application.amount), document.currencyCode),
    paymentBase: toAmountString(dec(application.paymentBase), document.baseCurrencyCode),
    documentBase: toAmountString(dec(application.documentBase), document.baseCurrencyCode),
    paymentNumber: payment.transactionNumber,
    documentNumber: document.transactionNumber,
    currencyCode: document.currencyCode,
    takenAmount: toAmountString(dec(application.paymentAmount ?? application.amount), payment.currencyCode),
    paymentCurrencyCode: payment.currencyCode,
    baseCurrencyCode: document.baseCurrencyCode,
    exchangeGain: gainOf(document, application),
  };
}
