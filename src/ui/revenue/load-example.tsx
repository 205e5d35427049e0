'use client';

import { useRouter } from 'next/navigation';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

/** In a demo organization: loads an illustrative example from the standard as a contract to work through. */
export function LoadExample() {
  const books = useBooks();
  const router = useRouter();
  const offered = trpc.revenue.examples.useQuery({}, { staleTime: 3_600_000 });
  const load = trpc.revenue.loadExample.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: ({ example, contract }) => {
      notifyDone(`Example ${example.code} is ready: ${example.paragraph}.`);
      router.push(books.path(`revenue/${contract.contract.id}`));
    },
  });
  if (!offered.data?.canLoad || !books.may('revenue.write')) return null;
  return (
    <ActionMenu
      label="Examples from the standard"
      trigger={<Button isPending={load.isPending}>Load an example…</Button>}
      entries={offered.data.examples.map(({ code, title }) => ({
        id: code,
        label: `Example ${code}: ${title}`,
        onAction: () => load.mutate({ code }),
      }))}
    />
  );
}
