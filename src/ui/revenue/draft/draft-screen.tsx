'use client';

import { trpc } from '@/surfaces/trpc/react';
import { FullPageMessage } from '@/ui/kit/layout/full-page-message';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { ButtonLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { emptyContract } from './contract-draft';
import { ContractForm } from './contract-form';
import { draftOf } from './stored-contract';

const LONG = { staleTime: 300_000 } as const;

/** A new contract. */
export function NewContractScreen() {
  const books = useBooks();
  const choices = trpc.directory.documentChoices.useQuery({}, LONG);
  const policies = trpc.revenue.policies.list.useQuery({}, LONG);
  if (!books.may('revenue.write')) return <NotForYou />;
  return (
    <QueryView query={choices} skeleton={<PageSkeleton />}>
      {(known) => (
        <ContractForm
          choices={known}
          policies={policies.data ?? []}
          stored={null}
          start={() => {
            const { baseCurrency } = books.organization;
            const home = known.subsidiaries.find((one) => one.baseCurrency === baseCurrency);
            const first = home ?? known.subsidiaries[0];
            return emptyContract({
              today: books.today,
              subsidiaryId: first?.id ?? '',
              currencyCode: first?.baseCurrency ?? baseCurrency,
            });
          }}
        />
      )}
    </QueryView>
  );
}

/** A saved draft, editable until it is activated. */
export function EditContractScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const choices = trpc.directory.documentChoices.useQuery({}, LONG);
  const policies = trpc.revenue.policies.list.useQuery({}, LONG);
  const query = trpc.revenue.contracts.get.useQuery({ id });
  if (!books.may('revenue.write')) return <NotForYou />;
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {({ contract }) => {
        const draft = contract.contractStatus === 'DRAFT' ? draftOf(contract) : null;
        if (draft === null) {
          return (
            <FullPageMessage
              title={
                contract.contractStatus === 'DRAFT'
                  ? 'This draft has terms the form does not support'
                  : 'No longer a draft'
              }
              action={<ButtonLink href={books.path(`revenue/${id}`)}>Go to the contract</ButtonLink>}
            >
              {contract.contractStatus === 'DRAFT'
                ? 'Saving this draft here would change or lose some of its terms. Change it through the API.'
                : 'To change an active contract, record a modification.'}
            </FullPageMessage>
          );
        }
        return (
          <QueryView query={choices} skeleton={<PageSkeleton />}>
            {(known) => (
              <ContractForm
                choices={known}
                policies={policies.data ?? []}
                stored={contract}
                start={() => draft}
              />
            )}
          </QueryView>
        );
      }}
    </QueryView>
  );
}

function NotForYou() {
  const books = useBooks();
  return (
    <FullPageMessage
      title="Not available to your role"
      action={<ButtonLink href={books.path('revenue')}>Go to the contracts</ButtonLink>}
    >
      Only revenue accountants can create revenue contracts.
    </FullPageMessage>
  );
}
