/** Where a lead came from, in words: `web:demo-request` is "Web: demo request", a converted prospect shows no id. */
export function sourceWords(source: string | null): string | null {
  if (source === null || source === '') return null;
  if (/^prospect:/i.test(source)) return 'Converted prospect';
  const words = source.replace(':', ': ').replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
