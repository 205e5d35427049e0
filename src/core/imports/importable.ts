import { ACCOUNT_TYPES } from '../ledger/accounts';
import { INITIAL_PROSPECT_STATUSES } from '../sales/prospect-status';
import type { ImportNoun } from './import-noun';

/** Records that a cell may name by code or name instead of an id. */
export type Referred =
  | 'accounts'
  | 'classes'
  | 'customers'
  | 'departments'
  | 'employees'
  | 'locations'
  | 'subsidiaries'
  | 'vendors';

/** A field that a column can hold. */
export interface ImportField {
  /** The field's name in the create verb; a dot separates the levels of an object. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'day' | 'choice' | 'reference';
  readonly isRequired?: true;
  /** No two rows of one file may have the same value. */
  readonly isUnique?: true;
  readonly refersTo?: Referred;
  readonly choices?: readonly string[];
  /** Belongs to a document of many rows, and is given once for all of them. */
  readonly ofDocument?: true;
  /** Other headers in common use for the column, squeezed: lowercase letters and digits only. */
  readonly also: readonly string[];
}

export interface Importable {
  readonly label: string;
  readonly singular: string;
  readonly fields: readonly ImportField[];
}

type More = Omit<ImportField, 'name' | 'label' | 'kind' | 'also'>;
const field =
  (kind: ImportField['kind']) =>
  (name: string, label: string, also = '', more: More = {}): ImportField => ({
    name,
    label,
    kind,
    also: also === '' ? [] : also.split(' '),
    ...more,
  });
const text = field('text');
const number = field('number');
const day = field('day');
const choice = field('choice');
const reference = field('reference');

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

/** The nouns with their columns, named as in the create verbs, so that a file made for the API can be imported too. */
export const IMPORTABLE: Readonly<Record<ImportNoun, Importable>> = {
  prospects: {
    label: 'Prospects',
    singular: 'prospect',
    fields: [
      text('name', 'Name', 'prospect prospectname contact contactname fullname', { isRequired: true }),
      text('code', 'Code', 'prospectcode number id prospectid', { isUnique: true }),
      text('company', 'Company', 'companyname organization organisation account firm'),
      text('email', 'E-mail', 'mail emailaddress contactemail'),
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
      text('contactEmail', 'E-mail', 'mail email emailaddress'),
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
      text('email', 'E-mail', 'mail emailaddress'),
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
      choice('accountType', 'Type', 'class category', { isRequired: true, choices: ACCOUNT_TYPES }),
      choice('normalSide', 'Normal side', 'side balance normalbalance', { choices: ['DEBIT', 'CREDIT'] }),
      choice('isSummary', 'Summary account', 'summary header isheader', { choices: ['yes', 'no'] }),
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
};

/** The most rows in one file, which limits how long a check takes. */
export const MOST_ROWS = 5_000;
/** The most columns in one file. */
export const MOST_COLUMNS = 60;
/** The most characters in one cell. */
export const LONGEST_CELL = 10_000;
/** The most characters in a whole table as it is sent; the doors refuse a body above 1 MiB. */
export const LARGEST_TABLE = 900_000;
