'use client';

import { Notice } from '@/ui/kit/notice';
import { useOrigin } from '@/ui/kit/use-origin';
import { useBooks } from '@/ui/shell/session';
import { DirectoryGroups } from './directory-groups';
import { DirectoryTokens } from './directory-tokens';

/** What connects a directory: the address to enter there, its tokens, and the roles its groups give. */
export function ProvisioningView() {
  const books = useBooks();
  const origin = useOrigin();
  const mayWrite = books.may('org.member.write');
  return (
    <div className="flex flex-col gap-6">
      <Notice tone="accent">
        Enter this address in your directory as the SCIM base URL, with one of the tokens as the bearer token:{' '}
        <code className="break-all">{origin}/scim/v2</code>
      </Notice>
      <section aria-labelledby="directory-tokens" className="flex min-w-0 flex-col gap-3">
        <h2 id="directory-tokens" className="font-semibold">
          Tokens
        </h2>
        <DirectoryTokens mayWrite={mayWrite} />
      </section>
      <section aria-labelledby="directory-groups" className="flex min-w-0 flex-col gap-3">
        <h2 id="directory-groups" className="font-semibold">
          Groups and their roles
        </h2>
        <DirectoryGroups mayWrite={mayWrite} />
      </section>
    </div>
  );
}
