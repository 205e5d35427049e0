import type { Call } from '../kit/define';
import { runForOutput } from '../kit/run';
import { readBatchFile } from './read-batches';

/** One part of a batch's file. */
export interface StreamedBatchFile {
  readonly fileName: string;
  readonly chunks: AsyncGenerator<string>;
}

/** A part of a batch's file, stretch by stretch as it is read; what is read never changes. Refuses as `readBatchFile` does. */
export async function streamBatchFile(
  call: Call,
  asked: { readonly id: string; readonly part?: number },
): Promise<StreamedBatchFile> {
  const first = await runForOutput(readBatchFile, call, asked);
  async function* chunks(): AsyncGenerator<string> {
    let { stretch } = first;
    while (stretch !== null && call.gone?.aborted !== true) {
      yield stretch.text;
      ({ stretch } = await runForOutput(readBatchFile, call, { ...asked, after: stretch.lastLine }));
    }
  }
  return { fileName: first.fileName, chunks: chunks() };
}
