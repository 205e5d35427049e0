import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What access.json tells people and scripts: where, who, and ids to begin with. */
export interface Access {
  readonly baseUrl: string;
  readonly organizations: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly companyId: string;
    readonly apiKey: string;
  }[];
  readonly users: readonly {
    readonly email: string;
    readonly password: string;
    readonly role: string;
    readonly organization: string;
  }[];
  readonly apiClient: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly organization: string;
  } | null;
  /** Ids of the first organization. */
  readonly examples: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Writes access.json in one step, readable by its owner alone: it holds passwords, which are the demo's. */
export function writeAccess(dataDirectory: string, access: Access): void {
  mkdirSync(dataDirectory, { recursive: true });
  const file = path.join(dataDirectory, 'access.json');
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
}
