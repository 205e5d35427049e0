import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { recordStream } from '../../record-stream';

/** Business transactions as a streamed list, of one kind or of all. */
export const streamDocuments = recordStream('BusinessTransaction', {
  column: 'kind',
  values: TRANSACTION_KINDS,
});
