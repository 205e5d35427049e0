/** Records that a cell may name by code or name instead of an id. */
export type Referred =
  | 'accounts'
  | 'classes'
  | 'customers'
  | 'departments'
  | 'employees'
  | 'items'
  | 'locations'
  | 'price_lists'
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
  /** Other words in common use for a choice, squeezed. */
  readonly words?: Readonly<Record<string, string>>;
  /** Belongs to a document of many rows, and is given once for all of them. */
  readonly ofDocument?: true;
  /** Other headers in common use for the column, squeezed: lowercase letters and digits only. */
  readonly also: readonly string[];
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
export const text = field('text');
export const number = field('number');
export const day = field('day');
export const choice = field('choice');
export const reference = field('reference');
