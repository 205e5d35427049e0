import { firstSheetText } from './first-sheet-text';

/** Answers the bytes of a workbook with the text of its first sheet, or null when it cannot be read. */
self.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  firstSheetText(data).then(
    (text) => self.postMessage(text),
    () => self.postMessage(null),
  );
};
