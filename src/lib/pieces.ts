/** The pieces of a stream as they come. Whoever stops reading early ends the stream. */
export async function* piecesOf<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
