import type { ComboChoice, MoreChoices } from '@/ui/kit/input/combo-choice';
import type { Choice } from '@/ui/kit/input/select-field';
import type { RemoveDialogProps } from '../remove-record';
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
  | {
      readonly kind: 'combo';
      readonly choices: readonly ComboChoice[];
      readonly more?: MoreChoices | undefined;
    }
  // Lines of the record; the value is a text, see form-rows.
  | { readonly kind: 'rows'; readonly columns: readonly RowColumn[] }
);

export type FormValues = Record<string, string>;

/** The record that is edited, what it is called, and the verb that deletes it. */
export type FormRemoval = Pick<RemoveDialogProps, 'record' | 'name' | 'removal' | 'words'>;

export type RecordDialogProps = {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly initial: Readonly<Record<string, string | null | undefined>>;
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** The last save succeeded. */
  readonly isSaved?: boolean;
  /** The name under which this browser keeps what is typed; omitted: it keeps nothing. */
  readonly kept?: string | undefined;
  /** Of a record that someone else saved in the meantime: saves over their version, which `initial` holds by then. */
  readonly onTakeLatest?: (() => void) | undefined;
  /** Offers to delete the record that is edited; the server says why it cannot. */
  readonly removal?: FormRemoval | undefined;
  readonly onSave: (values: FormValues) => void;
  readonly onClose: () => void;
};
