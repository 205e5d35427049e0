/** The answer of a door of the console beside tRPC, in the form of an error of the other calls when it is one (`sentenceOf` words it). */
export function consoleAnswer(text: string): Readonly<Record<string, unknown>> {
  try {
    const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return 'data' in answer || 'id' in answer
      ? answer
      : { ...answer, data: { refusal: null, requestId: null } };
  } catch {
    return {};
  }
}
