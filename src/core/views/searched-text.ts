/** Whether a text is found by its trigrams: it has at least three letters or digits. A shorter one is looked for among the newest records only. */
export const hasTrigram = (text: string): boolean => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
