import { DOWNLOAD_PATH, type Download, type DownloadFormat } from '@/surfaces/trpc/download-path';
import { consoleAnswer } from '@/ui/shell/console-answer';

/** A file that the server writes while it reads, however long it is. */
export interface WantedDownload {
  /** Slug of the open books. */
  readonly organization: string;
  readonly sheet: Download;
  readonly format: DownloadFormat;
  /** The filters of the list. */
  readonly input: object;
}

/** The address of a file. */
export function downloadAddress({ organization, sheet, format, input }: WantedDownload): string {
  return `${DOWNLOAD_PATH}/${sheet}?${new URLSearchParams({ organization, format, input: JSON.stringify(input) })}`;
}

/**
 * Lets the browser save a file as it arrives. A link could not say why a file is refused, so that is asked first; rejects with an error
 * that `sentenceOf` words.
 */
export async function startDownload(wanted: WantedDownload): Promise<void> {
  const address = downloadAddress(wanted);
  const checked = await fetch(`${address}&check=true`);
  if (!checked.ok) throw consoleAnswer(await checked.text());
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
