'use client';

import dynamic from 'next/dynamic';
import type { RecordDialogProps } from './form-field';

// Loaded on demand; it is not part of the list behind it.
const RecordForm = dynamic(() => import('./record-form').then((part) => part.RecordForm), { ssr: false });

/** A dialog with a record's fields; server refusals appear next to the field they concern. */
export function RecordDialog(props: RecordDialogProps) {
  return <RecordForm {...props} />;
}
