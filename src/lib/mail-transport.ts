import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { env } from './env';

/** A mail to be handed over. */
export interface OutgoingMail {
  /** Becomes the Message-ID, so that a mail that is sent again after a crash is recognized as the same. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A file that goes with it. */
  readonly file?: { readonly name: string; readonly content: string };
}

/** Where mail goes. */
export interface MailTransport {
  /** Hands a mail over; throws when it was not accepted. Returns the name of the file when it was written to one. */
  send(mail: OutgoingMail): Promise<{ readonly fileName: string | null }>;
  /** Removes a file that `send` wrote; one that is already gone is not an error. */
  removeFile(fileName: string): Promise<void>;
}

/** The folder of the data directory for mail that no server sends. */
export const MAIL_FOLDER = 'mail';

const hostOf = (address: string | undefined) =>
  address !== undefined && URL.canParse(address) ? new URL(address).hostname : 'localhost';

function headed(mail: OutgoingMail) {
  const { DAYBOOK_BASE_URL, DAYBOOK_MAIL_FROM } = env();
  const host = hostOf(DAYBOOK_BASE_URL);
  const { id, file, ...rest } = mail;
  const attachments = file === undefined ? [] : [{ filename: file.name, content: file.content }];
  return {
    ...rest,
    attachments,
    from: DAYBOOK_MAIL_FROM ?? { name: 'Daybook', address: `daybook@${host}` },
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Sends through an SMTP server. `smtp:` switches to TLS when the server offers it, `smtps:` begins with it. */
export function smtpTransport(url: string): MailTransport {
  const transport = createTransport(url, {
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  });
  return {
    async send(mail) {
      await transport.sendMail(headed(mail));
      return { fileName: null };
    },
    removeFile: async () => undefined,
  };
}

/** Writes each mail to a file that mail programs open, readable only by the owner, because it contains a link. */
export function fileTransport(directory: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const folder = path.join(directory, MAIL_FOLDER);
  return {
    async send(mail) {
      const { message } = await transport.sendMail(headed(mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const fileName = `${mail.id}.eml`;
      const partial = path.join(folder, `${fileName}.${process.pid}`);
      await writeFile(partial, message as Buffer, { mode: 0o600 });
      await rename(partial, path.join(folder, fileName));
      return { fileName };
    },
    removeFile: (fileName) => rm(path.join(folder, path.basename(fileName)), { force: true }),
  };
}

/** The transport the environment asks for. */
export function mailTransport(): MailTransport {
  const { DAYBOOK_SMTP_URL, DAYBOOK_DATA_DIR } = env();
  return DAYBOOK_SMTP_URL === undefined ? fileTransport(DAYBOOK_DATA_DIR) : smtpTransport(DAYBOOK_SMTP_URL);
}
