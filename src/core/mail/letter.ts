/** An email as it is sent: every one has a text part, for readers that show no HTML. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What an email says, before it is laid out. */
export interface LetterContent {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do, with its address; absent where the email only delivers something. */
  readonly action?: { readonly label: string; readonly link: string };
  readonly closing: readonly string[];
}

/** Names come from people: their line breaks must not begin a new line of a subject or a text. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Lays an email out as plain text and as HTML in the console's style: quiet background, one accent, one button. No image and
 * nothing from another server, so that reading it notifies no one. Every text is escaped.
 */
export function layOut(content: LetterContent): Letter {
  const subject = oneLine(content.subject);
  const greeting = oneLine(content.greeting);
  const [paragraphs, closing] = [content.paragraphs.map(oneLine), content.closing.map(oneLine)];
  const acts = content.action === undefined ? [] : [content.action];
  return {
    subject,
    text: [
      greeting,
      ...paragraphs,
      ...acts.map(({ label, link }) => `${label}:\n${link}`),
      ...closing,
      'Daybook',
    ]
      .join('\n\n')
      .concat('\n'),
    html: page(subject, [
      `<p style="margin:0 0 24px;font-size:17px;font-weight:600;color:#2a50b0">Daybook</p>`,
      ...[greeting, ...paragraphs].map((text) => `<p style="margin:0 0 14px">${escaped(text)}</p>`),
      ...acts.flatMap(({ label, link }) => [
        `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#2a50b0;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`,
        `<p style="margin:0 0 14px;color:#6b6b68;font-size:13px">If the button does not work, copy this address into your browser:<br><span style="word-break:break-all">${escaped(link)}</span></p>`,
      ]),
      ...closing.map((text) => `<p style="margin:0 0 8px;color:#6b6b68;font-size:13px">${escaped(text)}</p>`),
    ]),
  };
}

const page = (title: string, parts: readonly string[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f7f5;color:#1c1c1a;font:15px/1.5 Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px;border:1px solid #e4e4e0;border-radius:8px;background:#ffffff">
${parts.join('\n')}
</div>
</body>
</html>
`;
