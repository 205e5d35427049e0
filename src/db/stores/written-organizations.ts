// Next bundles pages separately from the server in front of it; both must use one set, so it is kept on globalThis.
const holder = globalThis as typeof globalThis & { daybookWritten?: Set<string> | undefined };

/** Records that the organization's rows changed. Called by tenancy.ts after every commit. */
export function noteWrittenOrganization(organizationId: string): void {
  holder.daybookWritten ??= new Set();
  holder.daybookWritten.add(organizationId);
}

/** The organizations this process has written to since the last call. */
export function takeWrittenOrganizations(): string[] {
  const taken = [...(holder.daybookWritten ?? [])];
  holder.daybookWritten?.clear();
  return taken;
}
