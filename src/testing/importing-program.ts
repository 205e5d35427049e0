import { principalFrom } from '@/auth/principal';
import { systemClock } from '@/lib/clock';
import { rowsOfCsvStream } from '@/usecases/imports/reading/read-stream';
import { storeUpload } from '@/usecases/imports/reading/store-upload';
import { runImport } from '@/usecases/imports/run-import';
import { runForOutput } from '@/usecases/kit/run';
import { journalsFile } from './files/journals-file';

/** What the program is asked to do, in its environment. */
export interface Asked {
  readonly organizationId: string;
  readonly actorId: string;
  readonly documents: number;
  /** Null: uploads the file. Otherwise runs the import. */
  readonly importId: string | null;
}

/** Uploads a file of journal entries or runs its import, in a process of its own that a test kills in the middle. */
const { organizationId, actorId, documents, importId } = JSON.parse(process.env.ASKED ?? '') as Asked;
const call = {
  principal: principalFrom({
    ...{ organizationId, actorKind: 'user', actorId, actorName: 'admin', roles: ['admin'] },
    credential: `user:${actorId}`,
  }),
  surface: 'trpc',
  requestId: 'the killed process',
  clock: systemClock(process.env.DAYBOOK_TODAY),
} as const;

if (importId === null) {
  const upload = { noun: 'journals', fileName: 'journals.csv', posts: true } as const;
  await storeUpload(call, upload, rowsOfCsvStream(journalsFile(documents)));
} else {
  await runForOutput(runImport, call, { id: importId });
}
process.exit(0);
