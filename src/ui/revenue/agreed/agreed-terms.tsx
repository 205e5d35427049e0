'use client';

import { Facts } from '@/ui/kit/figures/facts';
import { Panel } from '@/ui/kit/layout/panel';
import { CRITERIA, type CriterionDraft } from '../draft/contract-draft';
import { CRITERION_WORDS } from '../draft/criterion-words';
import type { StoredContract, StoredTerms } from '../draft/stored-contract';
import { agreedPrice } from './agreed-price';
import { type AgreedJudgement, agreedJudgements, agreedPromise } from './agreed-promise';
import { type AgreedTerm, wordingIn } from './wording';

/** The text length from which a term gets its own line. */
const LONG = 70;

/**
 * A contract as originally agreed: the elements of its price, the terms and judgments of each obligation, and the five
 * criteria with their evidence. Later changes are in its versions.
 */
export function AgreedTerms({
  contract,
  hasChanged,
}: {
  readonly contract: StoredContract;
  readonly hasChanged: boolean;
}) {
  const terms = contract.terms as StoredTerms | null;
  const criteria = (contract.criteria ?? []) as readonly CriterionDraft[];
  const wording = wordingIn(contract.currencyCode);
  const promises = (terms?.obligations ?? []).map((one) => ({
    key: one.key,
    said: agreedPromise(one, wording),
    judged: agreedJudgements(one),
  }));
  return (
    <>
      {terms === null ? null : (
        <Panel title="As agreed">
          <div className="flex flex-col gap-5">
            {hasChanged ? (
              <p className="text-ink-mute">Later changes are listed in the versions below.</p>
            ) : null}
            <Terms terms={agreedPrice(terms, wording)} />
            {promises
              .filter(({ said, judged }) => said.length + judged.length > 0)
              .map(({ key, said, judged }) => (
                <section key={key} aria-label={`As agreed: ${key}`} className="flex flex-col gap-3">
                  <h3 className="font-medium">{key}</h3>
                  <Terms terms={said} />
                  <Judgements judged={judged} />
                </section>
              ))}
          </div>
        </Panel>
      )}
      <Panel title="Does a contract exist? (606-10-25-1)">
        <Facts
          facts={CRITERIA.map((name) => {
            const known = criteria.find((one) => one.name === name);
            return {
              label: CRITERION_WORDS[name].label,
              value: known?.met ? `Yes: ${known.evidence || 'no evidence yet'}` : 'Not yet',
            };
          })}
        />
      </Panel>
    </>
  );
}

function Terms({ terms }: { readonly terms: readonly AgreedTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <Facts facts={terms.map(({ label, words }) => ({ label, value: words, wide: words.length > LONG }))} />
  );
}

function Judgements({ judged }: { readonly judged: readonly AgreedJudgement[] }) {
  if (judged.length === 0) return null;
  return (
    <ul aria-label="Judgments" className="flex flex-col gap-1.5">
      {judged.map(({ part, question, answer, evidence }) => (
        <li key={`${part ?? ''}/${question}`} className="break-words">
          {part === null ? '' : `${part}: `}
          {question}: <strong className="font-medium">{answer ? 'Yes' : 'No'}</strong>
          {evidence === '' ? null : <span className="block text-ink-mute text-small">{evidence}</span>}
        </li>
      ))}
    </ul>
  );
}
