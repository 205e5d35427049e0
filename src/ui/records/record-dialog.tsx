'use client';

import dynamic from 'next/dynamic';
import type { RecordDialogProps } from './form-field';

// A form is asked for, it is not part of the list behind it.
const RecordForm = dynamic(() => import('./record-form').then((part) => part.RecordForm), { ssr: false });

/** A dialog with a record's fields; what the server refuses appears beside the field it speaks of. */
export function RecordDialog(props: RecordDialogProps) {
  return <RecordForm {...props} />;
}
