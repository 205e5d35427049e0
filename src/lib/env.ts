import { z } from 'zod';
import { readNamedUrls } from './named-urls';
// Whatever a schema refuses is said in plain words, from the first variable on.
import './issue-words';

/** `name=url,name=url`; a name is lowercase letters, digits and underscores. */
const namedUrls = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readNamedUrls(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** The most seconds of a statement; 0: no limit. PostgreSQL counts milliseconds in 32 bits. */
const seconds = (usual: number) => z.coerce.number().min(0).max(2_000_000).default(usual);

/** Host names or addresses with commas between them; `*.` in front of a name stands for every name below it. */
const HOSTS = /^\s*((\*\.)?[\w.:-]+(\s*,\s*(\*\.)?[\w.:-]+)*)?\s*$/;

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATABASE_URL: z.string().min(1),
  /** Signs access tokens and browser sessions; at least 32 characters. */
  DAYBOOK_SECRET: z.string().min(32).optional(),
  /** The secret before this one: what it signed and encrypted still counts (docs/security.md, "Keys"). */
  DAYBOOK_SECRET_FORMER: z.string().min(32).optional(),
  /** The secret of browser sessions before this one. */
  NEXTAUTH_SECRET_FORMER: z.string().min(32).optional(),
  DAYBOOK_DATA_DIR: z.string().default('.data'),
  /** Further PostgreSQL servers with books. The server of DATABASE_URL is always one, with the name `main`. */
  DAYBOOK_BOOKS: namedUrls.refine((servers) => !servers.has('main'), 'main is the server of DATABASE_URL'),
  /** Replicas of the servers, by name, for reports and exports. Set by the start from DAYBOOK_READ_URL and DAYBOOK_READ_<NAME>. */
  DAYBOOK_READS: namedUrls,
  /** The server on which organizations are founded; unset: the one with the fewest. */
  DAYBOOK_FOUND_ON: z.string().optional(),
  /** The most connections this process opens to each PostgreSQL server. */
  DAYBOOK_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(20),
  /** How long one statement of a kind of work may take in the database. */
  DAYBOOK_READ_SECONDS: seconds(30),
  DAYBOOK_WRITE_SECONDS: seconds(30),
  DAYBOOK_REPORT_SECONDS: seconds(60),
  DAYBOOK_EXPORT_SECONDS: seconds(60),
  DAYBOOK_VERIFICATION_SECONDS: seconds(3_600),
  DAYBOOK_JOB_SECONDS: seconds(120),
  /** Hours after which a browser's session that no one uses ends; 0: it lasts its seven days, used or not. */
  DAYBOOK_IDLE_HOURS: z.coerce.number().min(0).max(168).default(24),
  /** How old the sign-in at an OpenID provider may be that begins a session, in hours; unset: any age. */
  DAYBOOK_OIDC_MAX_AGE_HOURS: z.coerce.number().min(0).max(8_760).optional(),
  /** Fixes "today" (YYYY-MM-DD) for demos and tests; if unset, the machine's clock. */
  DAYBOOK_TODAY: z.iso.date().optional(),
  /** `1`: the database contains the demo company; `0`: it does not, and demo logins do not work. Set by `npm start`. */
  DAYBOOK_DEMO: z.enum(['0', '1']).optional(),
  /** A file of SHA-1 hashes of breached passwords, in order, one per line (lib/breached-passwords). */
  DAYBOOK_BREACHED_PASSWORDS: z.string().optional(),
  /** `0`: a code of an authenticator app counts within its own 30 seconds only, not one step early or late too. */
  DAYBOOK_CODE_STEPS: z.enum(['0', '1']).default('1'),
  /** `0`: no one gets a token for a password (RFC 9700, section 2.4); programs use API clients. */
  DAYBOOK_PASSWORD_GRANT: z.enum(['0', '1']).default('1'),
  /** The public URL, when there is a proxy in front. */
  DAYBOOK_BASE_URL: z.url().optional(),
  /** `1`: a proxy in front sets X-Forwarded-For, and its last entry is the caller's address. */
  DAYBOOK_TRUST_PROXY: z.enum(['0', '1']).optional(),
  /** The most requests served at once; further ones are answered with 503. */
  DAYBOOK_MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(256),
  /** The most requests a minute from one address; further ones are answered with 429. 0: no limit in this process. */
  DAYBOOK_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(30_000),
  /** `0`: serve only the APIs, without the console's pages. */
  DAYBOOK_PAGES: z.enum(['0', '1']).default('1'),
  /** The Bearer token required by /metrics. Without it, /metrics is closed. */
  DAYBOOK_METRICS_TOKEN: z.string().min(16).optional(),
  /** `1`: /metrics answers everyone, without a token. */
  DAYBOOK_METRICS_OPEN: z.enum(['0', '1']).optional(),
  /** `1`: webhooks and organizations' OpenID providers may be in private networks and on plain http (development). */
  DAYBOOK_WEBHOOKS_ALLOW_PRIVATE: z.enum(['0', '1']).optional(),
  /** The hosts that webhooks and organizations' OpenID providers may have (lib/outbound); unset: any. */
  DAYBOOK_OUTBOUND_HOSTS: z
    .string()
    .regex(HOSTS, 'must be host names separated by commas, such as hooks.example.com,*.example.org')
    .optional(),
  /** The mail server, e.g. smtps://user:password@smtp.example.com. Without it, mail is written to files of the data directory. */
  DAYBOOK_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of mail; default: Daybook at the host of the public URL. */
  DAYBOOK_MAIL_FROM: z.string().min(3).optional(),
  /** The RFC 3161 authority that stamps the heads kept elsewhere; without it they have no time stamp. */
  DAYBOOK_TIMESTAMP_URL: z.url().optional(),
  /** A PEM file of the certificates of trusted time-stamping authorities. */
  DAYBOOK_TIMESTAMP_CA: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

let cached: Env | undefined;

/** The validated environment. Throws one readable sentence naming the invalid variables. */
export function env(): Env {
  if (cached === undefined) {
    const parsed = schema.safeParse(process.env);
    if (!parsed.success) {
      const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
      throw new Error(`The environment is incomplete (${names.join('; ')}).`);
    }
    cached = parsed.data;
  }
  return cached;
}

/**
 * Forgets what was read, so that the next question reads the environment again. Nothing else keeps a part of it: whoever changes it in a
 * running process closes the connections that were opened by it and calls this.
 */
export function forgetEnv(): void {
  cached = undefined;
}
