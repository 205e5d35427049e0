import { findEntityNames } from '@/usecases/directory/find-entity-names';
import { findJournalVolumes } from '@/usecases/directory/find-journal-volumes';
import { findRecordNames } from '@/usecases/directory/find-record-names';
import { listDocumentChoices } from '@/usecases/directory/list-document-choices';
import { listEntityChoices } from '@/usecases/directory/list-entity-choices';
import { listItemChoices } from '@/usecases/directory/list-item-choices';
import { listRecordChoices } from '@/usecases/directory/list-record-choices';
import { searchEverything } from '@/usecases/directory/search-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Choices for forms, names for lists, and search. */
export const directoryRouter = createTrpcRouter({
  documentChoices: procedureFor(listDocumentChoices),
  entityChoices: procedureFor(listEntityChoices),
  entityNames: procedureFor(findEntityNames),
  itemChoices: procedureFor(listItemChoices),
  journalVolumes: procedureFor(findJournalVolumes),
  recordNames: procedureFor(findRecordNames),
  recordChoices: procedureFor(listRecordChoices),
  search: procedureFor(searchEverything),
});
