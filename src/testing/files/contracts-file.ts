/** A file of contracts of an earlier system, an obligation of up to two years each, made while it is read. */
export async function* contractsFile(contracts: number): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let text = 'Contract,Customer,Contract date,Billed to date,Obligation,Price,Recognized to date,Start,End\n';
  for (let at = 0; at < contracts; at += 1) {
    const start = `2024-${String(3 + (at % 10)).padStart(2, '0')}-01`;
    text += `K-${at},Northwind,${start},1200.00,Plan,1200.00,${100 + (at % 300)}.00,${start},2025-12-31\n`;
    if (text.length < 65_536) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
