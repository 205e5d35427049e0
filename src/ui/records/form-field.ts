import type { ComboChoice } from '@/ui/kit/combo-choice';
import type { Choice } from '@/ui/kit/select-field';
import type { RowColumn } from './form-rows';

/** One field of a record's form. All values are strings; the caller converts them to what the API expects. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly wide?: boolean;
  /** Shown only while the other values say so; a hidden field keeps what was typed. */
  readonly when?: (values: FormValues) => boolean;
} & (
  | { readonly kind: 'text' | 'email' | 'tel' | 'number' | 'long' | 'date'; readonly hint?: string }
  | { readonly kind: 'amount'; readonly currency: string }
  | { readonly kind: 'select'; readonly choices: readonly Choice[]; readonly empty?: string }
  | { readonly kind: 'combo'; readonly choices: readonly ComboChoice[] }
  // Lines of the record; the value is a text, see form-rows.
  | { readonly kind: 'rows'; readonly columns: readonly RowColumn[] }
);

export type FormValues = Record<string, string>;

export type RecordDialogProps = {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly initial: Readonly<Record<string, string | null | undefined>>;
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly onSave: (values: FormValues) => void;
  readonly onClose: () => void;
};
