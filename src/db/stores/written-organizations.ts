// Next bundles pages apart from the server in front of it; both must fill one set, so it hangs on globalThis.
const holder = globalThis as typeof globalThis & { daybookWritten?: Set<string> | undefined };

/** Remembers that the organization's rows changed. Called by the tenancy after every commit. */
export function noteWrittenOrganization(organizationId: string): void {
  holder.daybookWritten ??= new Set();
  holder.daybookWritten.add(organizationId);
}

/** Organizations this process has written to since it was last asked. */
export function takeWrittenOrganizations(): string[] {
  const taken = [...(holder.daybookWritten ?? [])];
  holder.daybookWritten?.clear();
  return taken;
}
