'use client';

import dynamic from 'next/dynamic';
import type { ComboChoice } from '@/ui/kit/combo-choice';
import type { Choice } from '@/ui/kit/select-field';

/** One field of a record's form. All values are texts; the caller turns them into what the API takes. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly wide?: boolean;
} & (
  | { readonly kind: 'text' | 'email' | 'tel' | 'number' | 'long' | 'date' }
  | { readonly kind: 'amount'; readonly currency: string }
  | { readonly kind: 'select'; readonly choices: readonly Choice[]; readonly empty?: string }
  | { readonly kind: 'combo'; readonly choices: readonly ComboChoice[] }
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

// A form is asked for, it is not part of the list behind it.
const RecordForm = dynamic(() => import('./record-form').then((part) => part.RecordForm), { ssr: false });

/** A dialog with a record's fields; what the server refuses appears beside the field it speaks of. */
export function RecordDialog(props: RecordDialogProps) {
  return <RecordForm {...props} />;
}

/** A form's texts as the API takes them: trimmed, what is empty is null. */
export function orNull(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
}
