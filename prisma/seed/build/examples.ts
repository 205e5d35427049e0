import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import type { BuiltMeridian } from './meridian';

/** Ids to start with, one of every kind, from the first organization: for scripts, documentation and curious readers. */
export function examplesOf({ stage, companyId, apiClient, volume }: BuiltMeridian) {
  const { ids } = stage;
  const waiting = (key: string) => ids.get('document', `WAIT:${key}`);
  return {
    projectId: ids.get('project', 'halcyon'),
    budgetId: ids.get('budget', 'halcyon'),
    budgetViewId: ids.get('budget-view', 'halcyon:category'),
    snapshotId: ids.get('snapshot', 'halcyon:Month end'),
    primeContractId: ids.get('prime-contract', 'halcyon'),
    commitmentId: ids.get('commitment', 'SC-3101'),
    purchaseOrderId: ids.get('purchase-order', 'CPO-3102'),
    companyId,
    customerId: ids.get('customer', 'Great Lakes Steel'),
    parentCustomerId: ids.get('customer', 'Halcyon Health Group'),
    vendorId: ids.get('vendor', 'northgate'),
    employeeId: ids.get('employee', 'ashby'),
    managerId: ids.get('employee', 'hollis'),
    prospectId: ids.get('prospect', 'prospect:1'),
    convertedProspectId: ids.get('prospect', 'prospect:5'),
    leadId: ids.get('lead', 'Carraway Logistics'),
    subsidiaryId: ids.get('subsidiary', 'US'),
    rootSubsidiaryId: ids.get('subsidiary', 'HOLD'),
    subsidiaryIds: Object.fromEntries(
      (['HOLD', 'US', 'DE', 'JP', 'ELIM'] as const).map((key) => [key, ids.get('subsidiary', key)]),
    ),
    accountId: ids.get('account', '4300'),
    bankAccountId: ids.get('account', '1110'),
    expenseAccountId: ids.get('account', '6340'),
    departmentId: ids.get('department', 'SAL-AMER'),
    classId: ids.get('class', 'SERVICES'),
    locationId: ids.get('location', 'SFO'),
    warehouseId: ids.get('warehouse', 'OAK'),
    unitOfMeasureId: ids.get('unit', 'DAY'),
    itemId: ids.get('item', 'MC-CON'),
    priceListId: ids.get('price-list', 'STD-USD'),
    taxCodeId: ids.get('tax', 'US-TX'),
    subscriptionId: ids.get('subscription', 'SUB:Halcyon Health Group'),
    revenueContractId: ids.get('contract', 'SUB:Halcyon Health Group'),
    invoiceId: ids.get('document', volume.openInvoice),
    paymentId: ids.get('document', volume.payment),
    transactionTypeIds: Object.fromEntries(TRANSACTION_KINDS.map((kind) => [kind, ids.get('type', kind)])),
    draftTransactionId: waiting('204'),
    unbalancedTransactionId: waiting('reclass'),
    pendingTransactionId: waiting('bonus'),
    approvedTransactionId: waiting('deposit'),
    postedTransactionId: ids.get('document', `JE:rent:US:${stage.timeline.thisMonth.start}`),
    cancelledTransactionId: waiting('106'),
    reversedTransactionId: waiting('twice'),
    userId: ids.get('user', 'sales@meridian.demo'),
    apiClientId: apiClient.id,
  };
}
