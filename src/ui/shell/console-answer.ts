/** The answer of a console endpoint other than tRPC; an error has the form of the other calls' errors (`sentenceOf` words it). */
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
