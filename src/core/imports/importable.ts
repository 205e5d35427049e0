import { ACCOUNT_TYPES } from '../ledger/accounts';
import { ITEM_TYPES } from '../sales/item-types';
import { INITIAL_PROSPECT_STATUSES } from '../sales/prospect-status';
import { ACCOUNT_TYPE_WORDS } from './account-type-words';
import { choice, day, type ImportField, number, reference, text } from './import-field';
import type { ImportNoun } from './import-noun';
import { ORDER_FIELDS } from './order-fields';

export interface Importable {
  readonly label: string;
  readonly singular: string;
  readonly fields: readonly ImportField[];
}

const currency = (name: string) => text(name, 'Currency', 'currencycode ccy iso');
const taxId = text('taxId', 'Tax ID', 'vat vatid vatnumber taxnumber ein ustid');
const terms = text('paymentTerms', 'Payment terms', 'terms netdays');
const notes = text('notes', 'Notes', 'note comment comments remark remarks');
const description = text('description', 'Description', 'memo text details');

const postal = (name: string, label: string, prefix: string): ImportField[] => {
  const own = (words: string, alone: string) =>
    [...words.split(' ').map((word) => `${prefix}${word}`), ...(prefix === 'billing' ? alone.split(' ') : [])]
      .filter(Boolean)
      .join(' ');
  return [
    text(
      `${name}.street`,
      `${label} street`,
      own('address street address1 line1', 'street address address1'),
    ),
    text(`${name}.city`, `${label} city`, own('city town', 'city town')),
    text(`${name}.state`, `${label} state`, own('state region province', 'state region province')),
    text(
      `${name}.postalCode`,
      `${label} postal code`,
      own('zip postcode zipcode', 'zip postcode zipcode plz'),
    ),
    text(`${name}.country`, `${label} country`, own('country', 'country countrycode')),
  ];
};

/** An item or document that is still open on the day of a cut-over. */
const openItemFields = (party: 'customers' | 'vendors'): ImportField[] => [
  text(
    'referenceNumber',
    'Number',
    'invoice invoicenumber invoiceno bill billnumber document documentnumber',
    {
      isRequired: true,
    },
  ),
  reference(
    'entityId',
    party === 'customers' ? 'Customer' : 'Vendor',
    'party name code customernumber vendornumber supplier',
    {
      isRequired: true,
      refersTo: party,
    },
  ),
  day('transactionDate', 'Date', 'invoicedate billdate documentdate', { isRequired: true }),
  day('dueDate', 'Due date', 'due duedate payableby'),
  text('currencyCode', 'Currency', 'currencycode ccy iso'),
  number('amount', 'Amount', 'total originalamount invoiceamount'),
  number('openAmount', 'Open amount', 'open balance amountdue outstanding remaining', { isRequired: true }),
  number('exchangeRate', 'Exchange rate', 'rate fxrate'),
  text('memo', 'Memo', 'description note text'),
];

/** The nouns with their columns, named as in the create verbs, so that a file made for the API can be imported too. */
export const IMPORTABLE: Readonly<Record<ImportNoun, Importable>> = {
  prospects: {
    label: 'Prospects',
    singular: 'prospect',
    fields: [
      text('name', 'Name', 'prospect prospectname contact contactname fullname', { isRequired: true }),
      text('code', 'Code', 'prospectcode number id prospectid', { isUnique: true }),
      text('company', 'Company', 'companyname organization organisation account firm'),
      text('email', 'Email', 'mail emailaddress contactemail'),
      text('phone', 'Phone', 'telephone tel phonenumber mobile contactphone'),
      text('industry', 'Industry', 'sector branch vertical'),
      number('estimatedRevenue', 'Estimated revenue', 'revenue value dealvalue amount expectedrevenue'),
      number('employeeCount', 'Employees', 'headcount staff numberofemployees size'),
      choice('prospectStatus', 'Status', 'stage state', { choices: INITIAL_PROSPECT_STATUSES }),
      reference('assignedTo', 'Assigned to', 'owner salesperson rep assignee', { refersTo: 'employees' }),
      notes,
    ],
  },
  customers: {
    label: 'Customers',
    singular: 'customer',
    fields: [
      text('companyName', 'Company name', 'name company customer customername organization firm', {
        isRequired: true,
      }),
      text('customerId', 'Customer number', 'number customerno customercode code id accountnumber', {
        isUnique: true,
      }),
      text('contactEmail', 'Email', 'mail email emailaddress'),
      text('contactPhone', 'Phone', 'telephone tel phonenumber'),
      taxId,
      terms,
      number('creditLimit', 'Credit limit', 'limit credit'),
      currency('currencyCode'),
      reference('subsidiaryId', 'Subsidiary', 'entity sellingentity', { refersTo: 'subsidiaries' }),
      reference('parentCustomerId', 'Parent customer', 'parent parentcompany belongsto', {
        refersTo: 'customers',
      }),
      reference('receivableAccountId', 'Receivable account', 'araccount receivables', {
        refersTo: 'accounts',
      }),
      ...postal('billingAddress', 'Billing', 'billing'),
      ...postal('shippingAddress', 'Shipping', 'shipping'),
      notes,
    ],
  },
  vendors: {
    label: 'Vendors',
    singular: 'vendor',
    fields: [
      text('name', 'Name', 'vendor vendorname supplier suppliername company companyname', {
        isRequired: true,
      }),
      text('code', 'Code', 'vendorcode vendornumber vendorno suppliernumber number id', { isUnique: true }),
      text('email', 'Email', 'mail emailaddress'),
      text('phone', 'Phone', 'telephone tel phonenumber'),
      taxId,
      terms,
      currency('currencyCode'),
      reference('parentId', 'Parent vendor', 'parent belongsto', { refersTo: 'vendors' }),
      reference('payableAccountId', 'Payable account', 'apaccount payables', { refersTo: 'accounts' }),
      reference('defaultExpenseAccountId', 'Expense account', 'defaultexpenseaccount expense account', {
        refersTo: 'accounts',
      }),
      text('address.line1', 'Street', 'address address1 line1'),
      text('address.line2', 'Address line 2', 'address2 line2'),
      text('address.city', 'City', 'town'),
      text('address.stateProvince', 'State', 'province region'),
      text('address.postalCode', 'Postal code', 'zip zipcode postcode plz'),
      text('address.countryCode', 'Country', 'countrycode'),
      description,
    ],
  },
  accounts: {
    label: 'Accounts',
    singular: 'account',
    fields: [
      text('code', 'Code', 'number accountnumber accountno accountcode account no', {
        isRequired: true,
        isUnique: true,
      }),
      text('name', 'Name', 'accountname title', { isRequired: true }),
      choice('accountType', 'Type', 'class category accounttype', {
        isRequired: true,
        choices: ACCOUNT_TYPES,
        words: ACCOUNT_TYPE_WORDS,
      }),
      choice('normalSide', 'Normal side', 'side normalbalance', {
        choices: ['DEBIT', 'CREDIT'],
        words: { dr: 'DEBIT', d: 'DEBIT', cr: 'CREDIT', c: 'CREDIT' },
      }),
      choice('isSummary', 'Summary account', 'summary header isheader', {
        choices: ['yes', 'no'],
        words: { true: 'yes', y: 'yes', x: 'yes', '1': 'yes', false: 'no', n: 'no', '0': 'no' },
      }),
      reference('parentId', 'Parent account', 'parent parentcode parentaccount', { refersTo: 'accounts' }),
      currency('currencyCode'),
      description,
    ],
  },
  journals: {
    label: 'Journal entries',
    singular: 'journal entry',
    fields: [
      text(
        'referenceNumber',
        'Document',
        'doc documentnumber documentno entry journal journalnumber voucher',
        {
          isRequired: true,
          ofDocument: true,
        },
      ),
      day('transactionDate', 'Date', 'postingdate documentdate entrydate', {
        isRequired: true,
        ofDocument: true,
      }),
      reference('subsidiaryId', 'Subsidiary', 'entity company', {
        refersTo: 'subsidiaries',
        ofDocument: true,
      }),
      text('currencyCode', 'Currency', 'ccy iso', { ofDocument: true }),
      text('memo', 'Memo', 'header headertext documenttext note', { ofDocument: true }),
      reference('accountId', 'Account', 'accountcode accountnumber accountno glaccount', {
        isRequired: true,
        refersTo: 'accounts',
      }),
      number('debit', 'Debit', 'dr debitamount soll'),
      number('credit', 'Credit', 'cr creditamount haben'),
      number('amount', 'Amount', 'value signedamount'),
      text('description', 'Description', 'linedescription linememo text'),
      reference('departmentId', 'Department', 'dept costcenter', { refersTo: 'departments' }),
      reference('classId', 'Class', '', { refersTo: 'classes' }),
      reference('locationId', 'Location', 'site', { refersTo: 'locations' }),
    ],
  },
  items: {
    label: 'Items',
    singular: 'item',
    fields: [
      text('code', 'Code', 'sku itemcode number itemnumber productcode', {
        isRequired: true,
        isUnique: true,
      }),
      text('name', 'Name', 'item itemname product productname', { isRequired: true }),
      choice('itemType', 'Type', 'itemtype kind category', {
        choices: ITEM_TYPES,
      }),
      reference('revenueAccountId', 'Revenue account', 'incomeaccount revenue salesaccount', {
        refersTo: 'accounts',
      }),
      reference('expenseAccountId', 'Expense account', 'costaccount cogsaccount', { refersTo: 'accounts' }),
      description,
    ],
  },
  price_lists: {
    label: 'Price lists',
    singular: 'price list',
    fields: [
      text('code', 'Code', 'pricelist pricelistcode number', { isRequired: true, isUnique: true }),
      text('name', 'Name', 'pricelistname title', { isRequired: true }),
      currency('currencyCode'),
      day('validFrom', 'Valid from', 'from start startdate'),
      day('validTo', 'Valid to', 'to until end enddate'),
      description,
    ],
  },
  prices: {
    label: 'Prices',
    singular: 'price',
    fields: [
      reference('priceListId', 'Price list', 'pricelist list pricelistcode', {
        isRequired: true,
        refersTo: 'price_lists',
      }),
      reference('itemId', 'Item', 'sku itemcode product productcode', {
        isRequired: true,
        refersTo: 'items',
      }),
      number('unitPrice', 'Unit price', 'price rate amount', { isRequired: true }),
      number('minimumQuantity', 'Minimum quantity', 'from quantity minquantity'),
      day('validFrom', 'Valid from', 'start startdate effectivefrom', { isRequired: true }),
      day('validTo', 'Valid to', 'to until end enddate'),
    ],
  },
  ssp: {
    label: 'Standalone selling prices',
    singular: 'standalone selling price',
    fields: [
      text('productCode', 'Product', 'productcode sku item itemcode', { isRequired: true }),
      text('stratum', 'Stratum', 'segment region class'),
      text('currencyCode', 'Currency', 'currencycode ccy iso', { isRequired: true }),
      day('validFrom', 'Valid from', 'from start startdate', { isRequired: true }),
      day('validTo', 'Valid to', 'to until end enddate'),
      number('ssp', 'Price', 'ssp standalonesellingprice amount', { isRequired: true }),
      number('rangeLow', 'Range low', 'low minimum'),
      number('rangeHigh', 'Range high', 'high maximum'),
      choice('method', 'Method', 'estimation', {
        choices: ['OBSERVED', 'ADJUSTED_MARKET', 'COST_PLUS_MARGIN', 'RESIDUAL'],
      }),
      text('evidence', 'Evidence', 'basis note source'),
    ],
  },
  openingBalances: {
    label: 'Opening trial balance',
    singular: 'opening balance',
    fields: [
      reference('accountId', 'Account', 'code accountcode accountnumber accountno number', {
        isRequired: true,
        isUnique: true,
        refersTo: 'accounts',
      }),
      number('debit', 'Debit', 'dr debitbalance soll'),
      number('credit', 'Credit', 'cr creditbalance haben'),
      number('amount', 'Balance', 'amount signedamount netbalance'),
    ],
  },
  openReceivables: {
    label: 'Open receivables',
    singular: 'open receivable',
    fields: openItemFields('customers'),
  },
  openPayables: { label: 'Open payables', singular: 'open payable', fields: openItemFields('vendors') },
  openContracts: {
    label: 'Revenue contracts',
    singular: 'revenue contract',
    fields: [
      text('contractNumber', 'Contract', 'contractnumber contractno number agreement', {
        isRequired: true,
        ofDocument: true,
      }),
      reference('customerId', 'Customer', 'customernumber party customername', {
        isRequired: true,
        refersTo: 'customers',
        ofDocument: true,
      }),
      day('contractDate', 'Contract date', 'signed signature signedon inception', {
        isRequired: true,
        ofDocument: true,
      }),
      text('currencyCode', 'Currency', 'currencycode ccy iso', { ofDocument: true }),
      number('billed', 'Billed to date', 'billed invoiced invoicedtodate', {
        isRequired: true,
        ofDocument: true,
      }),
      number('deferred', 'Deferred', 'deferredrevenue deferredtodate contractliability', {
        ofDocument: true,
      }),
      choice('way', 'Taken over by', 'way method treatment', {
        choices: ['CARRY_OVER', 'RECOMPUTE'],
        ofDocument: true,
      }),
      text('key', 'Obligation', 'obligationkey performanceobligation line product', { isRequired: true }),
      text('description', 'Description', 'memo text details'),
      number('allocated', 'Price', 'amount allocatedprice transactionprice total', { isRequired: true }),
      number('recognized', 'Recognized to date', 'recognized earned recognisedtodate earnedtodate', {
        isRequired: true,
      }),
      choice('pattern', 'Pattern', 'recognition timing', { choices: ['RATABLE', 'POINT'] }),
      day('start', 'Start', 'startdate servicestart from'),
      day('end', 'End', 'enddate serviceend to'),
      reference('revenueAccountId', 'Revenue account', 'incomeaccount account', { refersTo: 'accounts' }),
    ],
  },
  orders: { label: 'Orders and bills', singular: 'order', fields: ORDER_FIELDS },
};

/** The most rows that are sent at once; a longer table is sent in parts. */
export const MOST_ROWS = 5_000;
/** The most rows of a whole table, however many parts it was sent in. */
export const MOST_ROWS_IN_ALL = 1_000_000;
/** The most columns in one file: exports of shops have about eighty. */
export const MOST_COLUMNS = 120;
/** The most characters in one cell. */
export const LONGEST_CELL = 10_000;
/** The most characters of the rows that are sent at once; the doors refuse a body above 1 MiB. */
export const LARGEST_TABLE = 900_000;
