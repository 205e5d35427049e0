import type { OrderEvent } from '../imports/order-fields';
import type { DayStyle } from '../imports/written-day';

/** The exports that are understood without choosing columns, and any other table. */
export const SOURCE_KINDS = [
  'STRIPE_INVOICES',
  'STRIPE_SUBSCRIPTIONS',
  'STRIPE_BALANCE',
  'CHARGEBEE_INVOICES',
  'CHARGEBEE_SUBSCRIPTIONS',
  'SALESFORCE_ORDERS',
  'SALESFORCE_OPPORTUNITIES',
  'HUBSPOT_DEALS',
  'SHOPIFY_ORDERS',
  'TABLE',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What is known of an export. */
export interface SourceFacts {
  readonly label: string;
  /** What a row is. */
  readonly rowIs: string;
  /** The field each column holds, by the export's own headers. */
  readonly columns: Readonly<Record<string, string>>;
  readonly days: DayStyle;
  /** Amounts are whole numbers of the smallest unit of the currency. */
  readonly isMinor?: true;
  /** The end of a service period is the first moment after it. */
  readonly endIsExclusive?: true;
  /** A row is one period of something ongoing: the next period is a separate order. */
  readonly isPeriodic?: true;
  /** A row is a bill: what it orders is also billed, on the day it was invoiced or else on its own day. */
  readonly isBilled: boolean;
  /** Statuses, in lower case, of what is not agreed yet: taken in by a later file, once it is. */
  readonly notYet: readonly string[];
  /** Statuses, in lower case, of orders canceled as a whole: as if they had never existed. */
  readonly calledOff: readonly string[];
  /** Statuses, in lower case, that say that all of it was paid where no amount is given. */
  readonly paid?: readonly string[];
  /** What a row of a category is; a category that is not here does not concern revenue. */
  readonly events?: Readonly<Record<string, OrderEvent>>;
}

/**
 * Columns as the vendors' exports name them; case, spaces and punctuation do not matter, so `Invoice Id` is `invoice_id`.
 * - Stripe: Dashboard, Invoices, Export with all columns (docs.stripe.com/invoicing/dashboard/manage-invoices); the period columns
 *   are the earliest start and the latest end among the lines. Subscriptions, Export. Reports, Balance change from activity, itemized
 *   (docs.stripe.com/reports/report-types/balance-change-from-activity), with its categories (docs.stripe.com/reports/reporting-categories).
 * - Chargebee: line items with the columns of their invoice, and subscriptions (datacatalog.chargebee.com), also as RevenueStory names
 *   them (chargebee.com/docs/billing/2.0/reports-and-analytics/premium-invoice-line-items).
 * - Salesforce: fields of Order, OrderItem, Opportunity and OpportunityLineItem by their labels in reports (help.salesforce.com, "Order
 *   Product Fields") and by their names, as Data Loader exports them (developer.salesforce.com, Object Reference).
 * - HubSpot: deals with their line items, properties by their labels (knowledge.hubspot.com, "Export your records"); earlier exports
 *   called the ID of a record after its kind, and companies were associated without a primary one.
 * - Shopify: help.shopify.com/manual/fulfillment/managing-orders/exporting-orders.
 */
export const SOURCE_FACTS: Readonly<Record<SourceKind, SourceFacts>> = {
  STRIPE_INVOICES: {
    label: 'Stripe invoices',
    rowIs: 'an invoice',
    days: 'YMD',
    endIsExclusive: true,
    isBilled: true,
    notYet: ['draft'],
    calledOff: ['void', 'deleted'],
    columns: {
      id: 'orderId',
      Number: 'number',
      Customer: 'customerId',
      'Customer Name': 'customerName',
      'Customer Email': 'customerEmail',
      Currency: 'currencyCode',
      'Date (UTC)': 'date',
      'Due Date (UTC)': 'dueDate',
      'Finalized At (UTC)': 'invoicedOn',
      Description: 'description',
      Total: 'total',
      Tax: 'tax',
      'Amount Paid': 'paidAmount',
      'Paid At (UTC)': 'paidOn',
      Status: 'status',
      Subscription: 'subscription',
      'Minimum Line Item Period Start (UTC)': 'start',
      'Maximum Line Item Period End (UTC)': 'end',
    },
  },
  STRIPE_SUBSCRIPTIONS: {
    label: 'Stripe subscriptions',
    rowIs: 'a subscription in its current period',
    days: 'YMD',
    endIsExclusive: true,
    isPeriodic: true,
    isBilled: false,
    notYet: ['trialing', 'incomplete', 'incomplete_expired'],
    calledOff: [],
    columns: {
      id: 'orderId',
      'Customer ID': 'customerId',
      'Customer Name': 'customerName',
      'Customer Email': 'customerEmail',
      Plan: 'plan',
      Product: 'product',
      Quantity: 'quantity',
      Currency: 'currencyCode',
      Amount: 'unitPrice',
      Status: 'status',
      'Created (UTC)': 'date',
      'Current Period Start (UTC)': 'start',
      'Current Period End (UTC)': 'end',
      'Ended At (UTC)': 'canceledOn',
    },
  },
  STRIPE_BALANCE: {
    label: 'Stripe balance transactions',
    rowIs: 'a movement of the Stripe balance',
    days: 'YMD',
    isBilled: false,
    notYet: [],
    calledOff: [],
    events: {
      charge: 'PAYMENT',
      charge_failure: 'NOTHING',
      refund: 'REFUND',
      partial_capture_reversal: 'REFUND',
      dispute: 'REFUND',
      dispute_reversal: 'PAYMENT',
    },
    columns: {
      balance_transaction_id: 'lineId',
      invoice_id: 'orderId',
      reporting_category: 'category',
      created: 'date',
      created_utc: 'date',
      currency: 'currencyCode',
      gross: 'amount',
      description: 'description',
      customer_id: 'customerId',
      customer_email: 'customerEmail',
      subscription_id: 'subscription',
    },
  },
  CHARGEBEE_INVOICES: {
    label: 'Chargebee invoices with line items',
    rowIs: 'a line of an invoice',
    days: 'DMY',
    isBilled: true,
    notYet: ['pending'],
    calledOff: ['voided'],
    columns: {
      invoice_id: 'orderId',
      id: 'lineId',
      'Line Item ID': 'lineId',
      customer_id: 'customerId',
      customer_company: 'customerName',
      customer_email: 'customerEmail',
      currency_code: 'currencyCode',
      Currency: 'currencyCode',
      invoice_date: 'date',
      entity_id: 'product',
      entity_type: 'category',
      description: 'description',
      quantity: 'quantity',
      unit_amount: 'unitPrice',
      discount_amount: 'discount',
      date_from: 'start',
      date_to: 'end',
      subscription_id: 'subscription',
      invoice_tax: 'tax',
      invoice_total: 'total',
      invoice_amount_paid: 'paidAmount',
      invoice_paid_at: 'paidOn',
      invoice_status: 'status',
    },
  },
  CHARGEBEE_SUBSCRIPTIONS: {
    label: 'Chargebee subscriptions',
    rowIs: 'a subscription in its current term',
    days: 'DMY',
    isPeriodic: true,
    isBilled: false,
    notYet: ['future', 'in_trial'],
    calledOff: [],
    columns: {
      id: 'orderId',
      customer_id: 'customerId',
      customer_company: 'customerName',
      customer_email: 'customerEmail',
      plan_id: 'plan',
      plan_quantity: 'quantity',
      plan_unit_price: 'unitPrice',
      currency_code: 'currencyCode',
      created_at: 'date',
      current_term_start: 'start',
      current_term_end: 'end',
      cancelled_at: 'canceledOn',
      status: 'status',
    },
  },
  SALESFORCE_ORDERS: {
    label: 'Salesforce orders with products',
    rowIs: 'an order product',
    days: 'MDY',
    isBilled: false,
    notYet: ['draft'],
    calledOff: [],
    columns: {
      'Order Number': 'orderId',
      'Order Product Number': 'lineId',
      'Account ID': 'customerId',
      'Account Name': 'customerName',
      'Order Currency': 'currencyCode',
      'Activated Date': 'date',
      'Product Code': 'product',
      'Product Name': 'plan',
      'Line Description': 'description',
      Quantity: 'quantity',
      'Unit Price': 'unitPrice',
      'Total Price': 'amount',
      'Start Date': 'start',
      'End Date': 'end',
      Status: 'status',
      // As custom report types and organizations with several currencies name them.
      'Order: Order Number': 'orderId',
      Product: 'plan',
      'Product: Product Name': 'plan',
      'Product: Product Code': 'product',
      'Total Price Currency': 'currencyCode',
      'Unit Price Currency': 'currencyCode',
      // As Data Loader names them.
      'Order.OrderNumber': 'orderId',
      OrderItemNumber: 'lineId',
      'Order.AccountId': 'customerId',
      'Order.Account.Name': 'customerName',
      CurrencyIsoCode: 'currencyCode',
      'Order.ActivatedDate': 'date',
      'Order.Status': 'status',
      'Product2.ProductCode': 'product',
      'Product2.Name': 'plan',
      Description: 'description',
      ServiceDate: 'start',
    },
  },
  SALESFORCE_OPPORTUNITIES: {
    label: 'Salesforce opportunities with products',
    rowIs: 'a product of an opportunity',
    days: 'MDY',
    isBilled: false,
    notYet: [
      'prospecting',
      'qualification',
      'needs analysis',
      'value proposition',
      'id. decision makers',
      'perception analysis',
      'proposal/price quote',
      'negotiation/review',
    ],
    calledOff: ['closed lost'],
    columns: {
      'Opportunity ID': 'orderId',
      'Opportunity Product ID': 'lineId',
      'Account ID': 'customerId',
      'Account Name': 'customerName',
      'Opportunity Currency': 'currencyCode',
      'Close Date': 'date',
      'Product Code': 'product',
      'Product Name': 'plan',
      'Line Description': 'description',
      Quantity: 'quantity',
      'Sales Price': 'unitPrice',
      'Total Price': 'amount',
      'Service Start Date': 'start',
      'Service End Date': 'end',
      Stage: 'status',
      // As organizations with several currencies name them.
      'Total Price Currency': 'currencyCode',
      'Sales Price Currency': 'currencyCode',
      'Opportunity Product: ID': 'lineId',
      // As Data Loader names them.
      Id: 'lineId',
      'Opportunity.AccountId': 'customerId',
      'Opportunity.Account.Name': 'customerName',
      CurrencyIsoCode: 'currencyCode',
      'Opportunity.CloseDate': 'date',
      'Opportunity.StageName': 'status',
      'Product2.Name': 'plan',
      Description: 'description',
      UnitPrice: 'unitPrice',
      TotalPrice: 'amount',
      ServiceDate: 'start',
    },
  },
  HUBSPOT_DEALS: {
    label: 'HubSpot deals with line items',
    rowIs: 'a line item of a deal',
    days: 'YMD',
    isBilled: false,
    notYet: [
      'appointment scheduled',
      'qualified to buy',
      'presentation scheduled',
      'decision maker bought-in',
      'contract sent',
    ],
    calledOff: ['closed lost'],
    columns: {
      'Record ID': 'orderId',
      'Deal ID': 'orderId',
      'Line Item ID': 'lineId',
      'Associated Company IDs (Primary)': 'customerId',
      'Associated Company IDs': 'customerId',
      'Associated Company ID': 'customerId',
      'Associated Company (Primary)': 'customerName',
      'Associated Company': 'customerName',
      Currency: 'currencyCode',
      'Close Date': 'date',
      SKU: 'product',
      'Line Item Name': 'plan',
      'Line Item Description': 'description',
      Quantity: 'quantity',
      'Unit Price': 'unitPrice',
      'Net Price': 'amount',
      'Start Date': 'start',
      'Term (Months)': 'months',
      'Deal Stage': 'status',
    },
  },
  SHOPIFY_ORDERS: {
    label: 'Shopify orders',
    rowIs: 'a line of an order',
    days: 'YMD',
    isBilled: true,
    notYet: ['expired'],
    calledOff: ['voided'],
    paid: ['paid', 'refunded', 'partially_refunded'],
    columns: {
      Name: 'orderId',
      Email: 'customerEmail',
      'Billing Name': 'customerName',
      'Financial Status': 'status',
      'Paid at': 'paidOn',
      'Fulfilled at': 'deliveredOn',
      Currency: 'currencyCode',
      Subtotal: 'subtotal',
      Shipping: 'shipping',
      Taxes: 'tax',
      Total: 'total',
      'Created at': 'date',
      'Lineitem quantity': 'quantity',
      'Lineitem name': 'description',
      'Lineitem price': 'unitPrice',
      'Lineitem sku': 'product',
      'Lineitem discount': 'discount',
      'Refunded Amount': 'refundedAmount',
      'Cancelled at': 'canceledOn',
    },
  },
  TABLE: {
    label: 'A table of your own',
    rowIs: 'an order line, or something that happened to an order',
    days: 'YMD',
    isBilled: true,
    notYet: ['draft'],
    calledOff: ['void', 'voided', 'cancelled', 'canceled'],
    columns: {},
  },
};
