import { describe, expect, test } from 'vitest';
import { IMPORT_NOUNS } from './import-noun';
import { IMPORTABLE } from './importable';
import { guessMapping, mappingProblem, missingFields } from './mapping';

describe('the columns of a file', () => {
  test('are recognized by their labels in any case, with any spaces and punctuation', () => {
    expect(guessMapping('customers', ['COMPANY NAME', 'customer_number', 'E-Mail', 'Credit  Limit'])).toEqual(
      ['companyName', 'customerId', 'contactEmail', 'creditLimit'],
    );
  });

  test('are recognized by the names in the API', () => {
    for (const noun of IMPORT_NOUNS) {
      const names = IMPORTABLE[noun].fields.map(({ name }) => name);
      expect(guessMapping(noun, names)).toEqual(names);
    }
  });

  test('are recognized by other common names, exact names first', () => {
    expect(guessMapping('vendors', ['Supplier', 'VAT ID', 'Zip'])).toEqual([
      'name',
      'taxId',
      'address.postalCode',
    ]);
    expect(guessMapping('prospects', ['Company', 'Name'])).toEqual(['company', 'name']);
    expect(guessMapping('journals', ['Doc', 'Posting date', 'GL account', 'Dr', 'Cr'])).toEqual([
      'referenceNumber',
      'transactionDate',
      'accountId',
      'debit',
      'credit',
    ]);
  });

  test('are left out when they are not recognized, and a field is assigned to one column only', () => {
    expect(guessMapping('vendors', ['Name', 'Favorite color', 'Vendor', ''])).toEqual([
      'name',
      null,
      null,
      null,
    ]);
  });

  test('two columns with the same name are not guessed to be an amount or a day, whichever comes first', () => {
    const twofold = ['Account', 'Debit', 'Credit', 'debit', 'Credit '];
    expect(guessMapping('openingBalances', twofold)).toEqual(['accountId', null, null, null, null]);
    expect(mappingProblem('openingBalances', guessMapping('openingBalances', twofold))).toBe(
      'Choose the column for: Balance.',
    );
    expect(guessMapping('openReceivables', ['Date', 'Date', 'Balance', 'Total', 'Total'])).toEqual([
      null,
      null,
      'openAmount',
      null,
      null,
    ]);
    expect(guessMapping('vendors', ['Name', 'Name'])).toEqual(['name', null]);
  });

  test('the balance of an account in a chart is not its normal side', () => {
    expect(guessMapping('accounts', ['Account No', 'Name', 'Account Type', 'Balance'])).toEqual([
      'code',
      'name',
      'accountType',
      null,
    ]);
  });

  test('no two fields of a noun share an alternative name', () => {
    for (const noun of IMPORT_NOUNS) {
      const { fields } = IMPORTABLE[noun];
      for (const field of fields) {
        for (const other of fields) {
          if (other === field) continue;
          expect(other.also.filter((name) => field.also.includes(name))).toEqual([]);
        }
      }
    }
  });
});

describe('a mapping', () => {
  test('without a required field is refused by the name of the field', () => {
    expect(mappingProblem('customers', ['customerId', null])).toBe('Choose the column for: Company name.');
    expect(missingFields('customers', ['companyName'])).toEqual([]);
  });

  test('for journal entries needs debit and credit, or a signed amount', () => {
    const rest = ['referenceNumber', 'transactionDate', 'accountId'];
    expect(mappingProblem('journals', [...rest, 'amount'])).toBeNull();
    expect(mappingProblem('journals', [...rest, 'debit', 'credit'])).toBeNull();
    expect(mappingProblem('journals', [...rest, 'debit'])).toBe('Choose the column for: Credit.');
    expect(mappingProblem('journals', rest)).toBe('Choose the column for: Amount.');
  });

  test('with two columns for one field, or an unknown one, is refused', () => {
    expect(mappingProblem('vendors', ['name', 'name'])).toBe(
      'Two columns are mapped to Name. Keep only one.',
    );
    expect(mappingProblem('vendors', ['name', 'shoeSize'])).toBe('Vendors have no field shoeSize.');
  });
});
