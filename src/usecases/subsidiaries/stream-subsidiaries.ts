import { streamSubsidiaryRows, subsidiaries } from '@/db/stores/structure/subsidiaries';
import { defineRecordStream } from '../kit/record-list';

/** Every subsidiary within the caller's reach, in the order of creation (surface B). */
export const streamSubsidiaries = defineRecordStream({
  name: 'subsidiaries.stream',
  permission: 'org.structure.read',
  store: subsidiaries,
  stream: streamSubsidiaryRows,
});
