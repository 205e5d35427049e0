import { ORGANIZATION_HEADER, UPLOAD_PATH } from '@/surfaces/trpc/upload-path';
import { consoleAnswer } from '@/ui/shell/console-answer';
import { delimitedText } from './delimited-text';

/** A file to be stored as an import, beside its rows. */
export interface TableUpload {
  /** Slug of the open books. */
  readonly organization: string;
  readonly noun: string;
  readonly file: File;
  readonly cutOverId?: string | undefined;
  readonly correctsImportId?: string | undefined;
  /** The source of orders and bills whose file it is. */
  readonly sourceId?: string | undefined;
  /** The interrupted import that the same file continues. */
  readonly continues?: string | undefined;
  /** Receives how much has been sent, from 0 to 1. */
  readonly onSent?: (part: number) => void;
}

/**
 * Sends a file of any size, which the server stores while it arrives. Delimited text goes as it is; the first sheet of a workbook, and text
 * in another encoding, as UTF-8. Rejects with an error that `sentenceOf` words.
 */
export async function sendTable(upload: TableUpload): Promise<{ readonly id: string }> {
  const { organization, file, noun, cutOverId, correctsImportId, sourceId, continues } = upload;
  const said = { noun, fileName: file.name, cutOverId, correctsImportId, sourceId, continues };
  const query = new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const body = await delimitedText(file);
  return new Promise((resolve, reject) => {
    // Unlike fetch, it reports how much has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', `${UPLOAD_PATH}?${query}`);
    request.setRequestHeader(ORGANIZATION_HEADER, organization);
    request.setRequestHeader('content-type', 'text/csv; charset=utf-8');
    request.upload.onprogress = ({ loaded, total }) => upload.onSent?.(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new Error('The server could not be reached.'));
    request.onload = () => {
      const answer = consoleAnswer(request.responseText);
      if (request.status === 200) resolve(answer as unknown as { readonly id: string });
      else reject(answer);
    };
    request.send(body);
  });
}
