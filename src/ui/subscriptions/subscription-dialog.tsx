'use client';

import { useRouter } from 'next/navigation';
import { BILLING_FREQUENCIES, RENEWALS } from '@/core/billing/subscription';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useSubsidiaries } from '@/ui/records/use-names';
import { keptName } from '@/ui/shell/kept-work';
import { useBooks } from '@/ui/shell/session';

export type Subscription = RouterOutputs['subscriptions']['get'];
type Asked = RouterInputs['subscriptions']['create'];

const LISTS = { page: 1, limit: 200 } as const;

/**
 * Drafts a subscription or edits one. An active one keeps customer, subsidiary, currency and start: the form leaves those
 * out. A new one opens its page, where its items are added.
 */
export function SubscriptionDialog({
  subscription,
  onClose,
}: {
  readonly subscription?: Subscription;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const router = useRouter();
  const subsidiaries = useSubsidiaries();
  const customers = useCounterparties(
    'CUSTOMER',
    subscription?.customerId ?? '',
    books.may('crm.customer.read'),
  );
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  const lists = trpc.priceLists.page.useQuery(LISTS);
  const isDraft = subscription === undefined || subscription.subscriptionStatus === 'DRAFT';
  const { save, ...saving } = useSaving<Asked, Subscription>({
    record: subscription,
    create: trpc.subscriptions.create.useMutation({
      onSuccess: (made) => router.push(books.path(`subscriptions/${made.id}`)),
    }),
    update: trpc.subscriptions.update.useMutation(),
    kept: keptName(books.organization.id, books.user.email, subscription?.id ?? 'new subscription'),
    added: ({ subscriptionNumber }) =>
      `${subscriptionNumber} was created as a draft. Add the items it bills.`,
    // A new one's page takes the place of this one; closing would write this page's address over it.
    onClose: subscription ? onClose : () => {},
  });
  return (
    <RecordDialog
      {...saving}
      title={subscription ? `Edit ${subscription.subscriptionNumber}` : 'New subscription'}
      saveLabel={subscription ? 'Save' : 'Draft it'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', wide: true },
        ...(isDraft
          ? [
              {
                name: 'customerId',
                label: 'Customer',
                kind: 'combo' as const,
                wide: true,
                choices: customers.choices,
                more: customers.more,
              },
              {
                name: 'subsidiaryId',
                label: 'Subsidiary',
                kind: 'select' as const,
                choices: subsidiaries.choices,
              },
              {
                name: 'currencyCode',
                label: 'Currency',
                kind: 'select' as const,
                choices: (currencies.data ?? []).map(({ code }) => ({ value: code, label: code })),
              },
              { name: 'startDate', label: 'Starts', kind: 'date' as const, required: true },
            ]
          : []),
        { name: 'endDate', label: 'Last day (empty: no end)', kind: 'date' },
        { name: 'termMonths', label: 'Term in months', kind: 'number' },
        {
          name: 'billingFrequency',
          label: 'Billed',
          kind: 'select',
          choices: BILLING_FREQUENCIES.map((value) => ({ value, label: statusWords(value) })),
        },
        {
          name: 'renewal',
          label: 'Renews',
          kind: 'select',
          choices: RENEWALS.map((value) => ({ value, label: statusWords(value) })),
        },
        {
          name: 'priceListId',
          label: 'Price list',
          kind: 'select',
          empty: 'None',
          choices: (lists.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      initial={{
        name: subscription?.name,
        customerId: subscription?.customerId,
        subsidiaryId: subscription?.subsidiaryId ?? subsidiaries.rows[0]?.id,
        currencyCode: subscription?.currencyCode ?? books.organization.baseCurrency,
        startDate: subscription?.startDate ?? books.today,
        endDate: subscription?.endDate,
        termMonths: subscription?.termMonths == null ? '' : String(subscription.termMonths),
        billingFrequency: subscription?.billingFrequency ?? 'MONTHLY',
        renewal: subscription?.renewal ?? 'NONE',
        priceListId: subscription?.priceListId,
      }}
      onSave={(values) =>
        save({
          name: orNull(values.name),
          ...(isDraft
            ? {
                customerId: orNull(values.customerId),
                startDate: values.startDate ?? books.today,
                ...(values.subsidiaryId ? { subsidiaryId: values.subsidiaryId } : {}),
                ...(values.currencyCode ? { currencyCode: values.currencyCode } : {}),
              }
            : {}),
          endDate: orNull(values.endDate),
          termMonths: values.termMonths?.trim() ? Number(values.termMonths) : null,
          billingFrequency: BILLING_FREQUENCIES.find((one) => one === values.billingFrequency),
          renewal: RENEWALS.find((one) => one === values.renewal),
          priceListId: orNull(values.priceListId),
        })
      }
      onClose={onClose}
    />
  );
}
