/** A file of journal entries of four lines each, made while it is read; every ninth is written in a form that is read one at a time. */
export async function* journalsFile(documents: number): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let text = 'Document,Date,Memo,Account,Debit,Credit,Text\r\n';
  for (let at = 0; at < documents; at += 1) {
    const day = String(1 + (at % 20)).padStart(2, '0');
    const date = at % 9 === 0 ? `${day}.11.2026` : `2026-11-${day}`;
    const document = `K-${at}`;
    text += `${document},${date},Payroll ${at},6210,${100 + (at % 900)}.50,,Gross pay\r\n`;
    text += `${document},,,6300,50.00,,Employer's share\r\n`;
    text += `${document},,,6220,,20.00,"Withheld, to be paid"\r\n`;
    text += `${document},,,1110,,${130 + (at % 900)}.50,Paid\r\n`;
    if (text.length < 65_536) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
