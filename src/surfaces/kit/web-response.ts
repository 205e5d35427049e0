import { type Answer, endUnread, type StreamedAnswer } from './answer';

/** An answer as a Web Response; a streamed one is read no faster than it is taken. */
export async function responseOf(answer: Answer | StreamedAnswer, method: string): Promise<Response> {
  const init = { status: answer.status, headers: answer.headers };
  if (method === 'HEAD' || answer.status === 204) {
    if ('chunks' in answer) await endUnread(answer.chunks);
    return new Response(null, init);
  }
  return new Response('body' in answer ? answer.body : streamOf(answer.chunks), init);
}

/** Pulls the next piece only when the reader has room for it. */
function streamOf(chunks: StreamedAnswer['chunks']): ReadableStream<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
