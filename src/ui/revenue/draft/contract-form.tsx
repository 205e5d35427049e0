'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { versionOn } from '@/core/revenue/dated';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { Key } from '@/ui/kit/menus/key';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { ButtonLink } from '@/ui/kit/text-link';
import { useChord } from '@/ui/kit/use-keys';
import { KeptNotice } from '@/ui/records/form/kept-notice';
import { useKeptWork } from '@/ui/records/form/use-kept-work';
import { useLeaveGuard } from '@/ui/records/form/use-leave-guard';
import { keptName } from '@/ui/shell/kept-work';
import { refusalOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { askedChange, askedContract } from './asked-contract';
import type { ContractDraft } from './contract-draft';
import { DraftCriteria } from './draft-criteria';
import { type DraftChoices, DraftHeader } from './draft-header';
import { gapsIn, problemsOf } from './draft-problems';
import { whenFound } from './further/when-found';
import { readContract } from './kept-contract';
import { DraftObligations } from './obligations/draft-obligations';
import { DraftPrice } from './price/draft-price';
import { usePriceList } from './price/use-price-list';
import { draftOf } from './stored-contract';
import { useContractDraft } from './use-contract-draft';
import { useLivePreview } from './use-live-preview';

// Needed only when someone else saved first.
const ContractConflict = dynamic(() => import('./contract-conflict').then((part) => part.ContractConflict), {
  ssr: false,
});

type Policy = RouterOutputs['revenue']['policies']['list'][number];

/** The five steps of a contract on one page, with a preview of the result. */
export function ContractForm({
  choices,
  policies,
  stored,
  start,
}: {
  readonly choices: DraftChoices;
  readonly policies: readonly Policy[];
  /** The draft being edited; null for a new contract. */
  readonly stored: {
    readonly id: string;
    readonly version: number;
    readonly contractNumber: string;
    readonly name: string | null;
  } | null;
  readonly start: () => ContractDraft;
}) {
  const books = useBooks();
  const router = useRouter();
  const form = useRef<HTMLDivElement>(null);
  const state = useContractDraft(start);
  const { draft } = state;
  const [hasTried, setTried] = useState(false);
  /** How often a save was refused. */
  const [attempt, setAttempt] = useState(0);
  const [sentence, setSentence] = useState<string | null>(null);
  const policy = policyOn(policies, draft.contractDate);
  const prices = usePriceList(draft.currencyCode);
  const live = useLivePreview();
  const preview = useMemo(
    () =>
      live?.contractPreview(draft, prices.rows, {
        scheduleMethod: policy?.scheduleMethod ?? 'EXACT_DAYS',
        residual: policy?.residual ?? 'LAST',
      }),
    [live, draft, prices.rows, policy],
  );
  const saved = {
    onSuccess: (contract: { readonly id: string; readonly contractNumber: string }) => {
      notifyDone(`${contract.contractNumber} is saved as a draft.`);
      router.push(books.path(`revenue/${contract.id}`));
    },
    onError: (error: unknown) => {
      const found = problemsOf(error, draft);
      state.setRefused(found.fields);
      setSentence(found.sentence);
      setAttempt((before) => before + 1);
    },
  };
  const utils = trpc.useUtils();
  const [opened] = useState(() => ({ draft: start(), version: stored?.version }));
  const [theirs, setTheirs] = useState<{ readonly draft: ContractDraft; readonly version: number } | null>(
    null,
  );
  const create = trpc.revenue.contracts.create.useMutation(saved);
  const update = trpc.revenue.contracts.update.useMutation({
    ...saved,
    onError: (error: unknown) => {
      saved.onError(error);
      if (refusalOf(error)?.code !== 'STALE_VERSION' || stored === null) return;
      // Someone else saved it in the meantime: both versions are shown, unless theirs is not a draft of this form anymore.
      // Marked as outdated first: what the server sent with the page looks new for as long as this computer's clock is behind the server's.
      const { get } = utils.revenue.contracts;
      void get
        .invalidate({ id: stored.id }, { refetchType: 'none' })
        .then(() => get.fetch({ id: stored.id }, { staleTime: 0 }))
        .then(({ contract }) => {
          const other = contract.contractStatus === 'DRAFT' ? draftOf(contract) : null;
          if (other !== null) setTheirs({ draft: other, version: contract.version });
        });
    },
  });
  const isPending = create.isPending || update.isPending;
  const isDone = create.isSuccess || update.isSuccess;
  const gaps = gapsIn(draft);
  const problems = { ...(hasTried ? gaps : {}), ...state.refused };
  const open = Object.keys(hasTried ? problems : {}).length;

  // Once the errors are rendered, the first field with an error is scrolled into view and focused.
  useEffect(() => {
    if (attempt === 0) return;
    return whenFound(form.current, '[aria-invalid="true"], [data-problem]', (wrong) => wrong.focus());
  }, [attempt]);

  function save() {
    if (isPending || isDone) return;
    setTried(true);
    setSentence(null);
    if (Object.keys(gaps).length > 0) setAttempt((before) => before + 1);
    else if (stored === null) create.mutate(askedContract(draft));
    else change(draft, opened.version ?? stored.version);
  }
  function change(what: ContractDraft, expectedVersion: number) {
    if (stored !== null)
      update.mutate({ id: stored.id, data: askedChange(what), $call: { expectedVersion } });
  }
  useChord('mod+s', save);
  useChord('mod+enter', save);
  const isDirty = state.isTouched && !isDone;
  useLeaveGuard(isDirty);
  const kept = useKeptWork<ContractDraft>(
    keptName(books.organization.id, books.user.email, stored?.id ?? 'contract'),
    draft,
    isDirty,
    readContract,
  );
  const { forget } = kept;
  useEffect(() => {
    if (isDone) forget();
  }, [isDone, forget]);

  const total = preview?.price?.total;
  return (
    <Page>
      <PageHeader
        title={stored === null ? 'New contract' : `Edit ${stored.name ?? stored.contractNumber}`}
        trail={[{ label: 'Revenue contracts', href: books.path('revenue') }]}
      />
      <div ref={form} className="flex flex-col gap-4 pb-16">
        {kept.found === null ? null : (
          <KeptNotice
            at={kept.found.at}
            onTake={() => {
              if (kept.found) state.load(kept.found.value);
              kept.answered();
            }}
            onDrop={forget}
          />
        )}
        {theirs === null || stored === null ? null : (
          <ContractConflict
            name={stored.name ?? stored.contractNumber}
            base={opened.draft}
            mine={draft}
            theirs={theirs.draft}
            onClose={() => setTheirs(null)}
            onChosen={(chosen) => {
              state.load(chosen);
              setTheirs(null);
              change(chosen, theirs.version);
            }}
          />
        )}
        {sentence !== null || open > 0 ? (
          <Notice tone="danger" role="alert">
            {sentence ??
              (open === 1 ? 'One field needs your attention.' : `${open} fields need your attention.`)}
          </Notice>
        ) : null}
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <DraftHeader
              state={state}
              choices={choices}
              isNew={stored === null}
              problems={problems}
              policyWords={policyWords(policy)}
            />
            <DraftObligations state={state} choices={choices} prices={prices} problems={problems} />
            <DraftPrice state={state} problems={problems} />
            <DraftCriteria state={state} />
          </div>
          <aside aria-label="Preview" className="min-w-0 lg:sticky lg:top-4">
            {live === null || preview === undefined ? (
              <Skeleton className="h-32 w-full" />
            ) : (
              <live.DraftPreview preview={preview} currency={draft.currencyCode} />
            )}
          </aside>
        </div>
        <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6">
          <output aria-label="Transaction price" className="whitespace-nowrap">
            <span className="mr-1.5 text-ink-mute">Price</span>{' '}
            <span className="figures font-semibold text-lead">
              {total === undefined
                ? '–'
                : `${draft.currencyCode} ${formatAmount(total, draft.currencyCode, { zero: 'digits' })}`}
            </span>
          </output>
          <div className="flex items-center gap-2">
            <ButtonLink href={books.path(stored === null ? 'revenue' : `revenue/${stored.id}`)}>
              Cancel
            </ButtonLink>
            <Button tone="primary" isPending={isPending || isDone} onPress={save}>
              Save draft
            </Button>
            <span aria-hidden="true" className="hidden items-center gap-1 lg:flex">
              <Key>Ctrl</Key>
              <Key>↵</Key>
            </span>
          </div>
        </div>
      </div>
    </Page>
  );
}

/** The policy version for a contract signed on a date: that of the default policy, or of the only one. */
function policyOn(policies: readonly Policy[], day: string): Policy | null {
  const standard = policies.filter(({ code }) => code === 'STANDARD');
  const found = versionOn(
    (standard.length > 0 ? standard : policies).map((one) => ({
      ...one,
      from: one.validFrom,
      to: one.validTo,
    })),
    day,
    'revenue policy',
  );
  return found.ok ? found.value : null;
}

function policyWords(policy: Policy | null): string {
  return policy === null
    ? 'No revenue policy is in effect on this date'
    : `Under the policy “${policy.name}”, version ${policy.policyVersion}`;
}
