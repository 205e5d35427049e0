import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The content of access.json, for people and scripts: addresses, logins, and ids to start with. */
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

/** Writes access.json atomically, readable only by its owner, because it contains passwords (those of the demo). */
export function writeAccess(dataDirectory: string, access: Access): void {
  mkdirSync(dataDirectory, { recursive: true });
  const file = path.join(dataDirectory, 'access.json');
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
}
