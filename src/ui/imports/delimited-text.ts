import { decodedText, NOT_TEXT, packedKind, wideEncoding } from '@/core/imports/file-table';
import { firstSheetText } from './first-sheet-text';

/** The first bytes of a file, which say what it is. */
const FIRST_BYTES = 64;

/**
 * A file as delimited text in UTF-8: text in that encoding as it is, text in another one and the first sheet of an XLSX workbook written
 * again. A number or day of a workbook becomes the text it stands for. The kind of file is read from its bytes, not its name. Throws an
 * error that `sentenceOf` words for a workbook that cannot be read, one in an earlier format, and a PDF.
 */
export async function delimitedText(file: File): Promise<Blob> {
  const whole = async () => new Uint8Array(await file.arrayBuffer());
  const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
  const kind = packedKind(first);
  if (kind === 'workbook' || (kind === null && /\.xlsx$/i.test(file.name))) return sheetText(await whole());
  if (kind !== null) throw unreadable(NOT_TEXT[kind]);
  return wideEncoding(first) === null && (await isUtf8(file)) ? file : new Blob([decodedText(await whole())]);
}

/** Read piece by piece, so that a large file need not be held. */
async function isUtf8(file: File): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      decoder.decode(value, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  } finally {
    await reader.cancel();
  }
}

/** Read beside the page, which a browser would otherwise hold until the last row: it unpacks a file in memory without a pause. */
function sheetText(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  if (typeof Worker === 'undefined') return textOfSheet(bytes);
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) =>
      data === null ? reject(unreadable()) : resolve(data);
    worker.onerror = () => reject(unreadable());
    worker.postMessage(bytes, [bytes.buffer]);
  }).finally(() => worker.terminate());
}

/** In the shape of an answer, so that `sentenceOf` says these words. */
const unreadable = (sentence = 'This workbook cannot be read. Save it again as XLSX or as CSV.') =>
  Object.assign(new Error(sentence), { data: {} });

async function textOfSheet(bytes: Uint8Array): Promise<Blob> {
  try {
    return await firstSheetText(bytes);
  } catch {
    throw unreadable();
  }
}
