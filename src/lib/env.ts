import { z } from 'zod';

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATABASE_URL: z.string().min(1),
  /** Signs access tokens and browser sessions; at least 32 characters. */
  DAYBOOK_SECRET: z.string().min(32).optional(),
  DAYBOOK_DATA_DIR: z.string().default('.data'),
  /** Connections of this process to PostgreSQL. */
  DAYBOOK_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(20),
  /** Fixes "today" (YYYY-MM-DD) for demos and tests; unset: the machine's clock. */
  DAYBOOK_TODAY: z.iso.date().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

let cached: Env | undefined;

/** The validated environment. Throws one readable sentence naming the variables at fault. */
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
