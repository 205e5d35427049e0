import { choice, day, type ImportField, number, text } from './import-field';

/** What a row of another system's export says happened. */
export const ORDER_EVENTS = [
  'ORDER',
  'PAYMENT',
  'CREDIT',
  'REFUND',
  'DELIVERY',
  'USAGE',
  'CANCELLATION',
  'NOTHING',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/**
 * What is read from a row about an order or bill of another system. One row may be a whole invoice with its payment (Stripe), a
 * line of an order (Shopify, Salesforce), or something that happened to an order (a balance transaction).
 */
export const ORDER_FIELDS: readonly ImportField[] = [
  text('orderId', 'Order ID', 'order orderid orderno invoiceid dealid opportunityid', { isRequired: true }),
  text('lineId', 'Line ID', 'line lineitemid orderitemid orderproductid rowid eventid'),
  choice('what', 'What happened', 'event eventtype rowtype', { choices: ORDER_EVENTS }),
  text('number', 'Number', 'ordernumber invoicenumber contractnumber'),
  text('customerId', 'Customer ID', 'customer accountid companyid', { ofDocument: true }),
  text('customerName', 'Customer name', 'accountname companyname company name', { ofDocument: true }),
  text('customerEmail', 'Customer email', 'email contactemail', { ofDocument: true }),
  text('currencyCode', 'Currency', 'currencycode ccy iso', { ofDocument: true }),
  day('date', 'Date', 'orderdate created createddate closedate eventdate'),
  text('product', 'Product', 'productname sku item productcode'),
  text('plan', 'Plan', 'planname priceid'),
  text('description', 'Description', 'memo text details'),
  text('category', 'Category', 'reportingcategory type'),
  number('quantity', 'Quantity', 'qty units'),
  number('unitPrice', 'Unit price', 'price salesprice rate'),
  number('amount', 'Net amount', 'amount netamount totalprice lineamount'),
  number('discount', 'Discount', 'discountamount'),
  number('total', 'Total with tax', 'total grandtotal'),
  number('tax', 'Tax', 'taxes taxamount vat'),
  day('start', 'Service from', 'start startdate servicestart periodstart from'),
  day('end', 'Service to', 'end enddate serviceend periodend to'),
  number('subtotal', 'Net total of the order', 'subtotal'),
  number('shipping', 'Shipping', 'freight shippingamount'),
  number('months', 'Months of service', 'term termmonths months'),
  text('status', 'Status', 'orderstatus stage invoicestatus'),
  day('dueDate', 'Due date', 'due duedate'),
  day('invoicedOn', 'Invoiced on', 'invoicedate finalizedat billedon'),
  day('paidOn', 'Paid on', 'paiddate paidat paymentdate'),
  number('paidAmount', 'Amount paid', 'paid amountpaid'),
  day('deliveredOn', 'Delivered on', 'deliverydate fulfilledat shippedon'),
  day('canceledOn', 'Canceled on', 'cancelledon canceledat cancelledat'),
  number('refundedAmount', 'Amount refunded', 'refunded refundedamount'),
  day('refundedOn', 'Refunded on', 'refunddate refundedat'),
  text('subscription', 'Subscription', 'subscriptionid'),
];
