'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { issuesOf, sentenceOf } from '@/ui/shell/refusal';
import { type EventTable, eventOf, type Said, saidIn } from './event-table';

/** The result of a line, actual or previewed. */
export type LineState = {
  readonly outcome: 'NEW' | 'READY' | 'REPEATED' | 'REFUSED' | 'RECORDED';
  readonly words: string;
  readonly contractId: string | null;
};
export type Line = { readonly number: number; readonly said: Said; readonly state: LineState };

/** Lines per request, few enough for the page to show progress. */
const AT_ONCE = 250;
const NEW: LineState = { outcome: 'NEW', words: '', contractId: null };
const refused = (words: string): LineState => ({ outcome: 'REFUSED', words, contractId: null });

/** The lines of a table before any request to the server. */
export function linesOf(table: EventTable): Line[] {
  const seen = new Map<string, number>();
  return table.rows.map((row, at) => {
    const said = saidIn(table, row);
    const number = at + 1;
    const read = eventOf(said);
    const twin = `${said.contract} ${said.reference}`;
    const first = said.reference === undefined ? undefined : seen.get(twin);
    if (said.reference !== undefined && first === undefined) seen.set(twin, number);
    if ('problem' in read) return { number, said, state: refused(read.problem) };
    if (first !== undefined) {
      return { number, said, state: refused(`Line ${first} has the same reference.`) };
    }
    return { number, said, state: NEW };
  });
}

/** Checks and imports lines in batches; every line keeps its result. */
export function useImport(lines: readonly Line[], setLines: (lines: readonly Line[]) => void, post: boolean) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = trpc.revenue.events.import.useMutation();

  async function send(step: readonly Line[], dryRun: boolean): Promise<Map<number, LineState>> {
    const found = new Map<number, LineState>();
    let left = step;
    while (left.length > 0) {
      const events = left.flatMap(({ said }) => {
        const read = eventOf(said);
        return 'event' in read ? [read.event] : [];
      });
      try {
        const answer = await ask.mutateAsync({ events, post, mode: 'each', $call: { dryRun } });
        for (const one of answer.results) {
          const line = left[one.line - 1];
          if (line) found.set(line.number, stateOf(one, dryRun));
        }
        return found;
      } catch (error) {
        // Lines that are not events are refused together by index; the others are sent again without them.
        const wrong = wordsByPlace(issuesOf(error));
        if (wrong.size === 0) throw error;
        for (const [at, words] of wrong) {
          const line = left[at];
          if (line) found.set(line.number, refused(words));
        }
        left = left.filter((_, at) => !wrong.has(at));
      }
    }
    return found;
  }

  async function run(chosen: readonly Line[], dryRun: boolean) {
    setProblem(null);
    setProgress({ done: 0, of: chosen.length });
    let now = lines;
    try {
      for (let at = 0; at < chosen.length; at += AT_ONCE) {
        const step = chosen.slice(at, at + AT_ONCE);
        const found = await send(step, dryRun);
        now = now.map((line) => ({ ...line, state: found.get(line.number) ?? line.state }));
        setLines(now);
        setProgress({ done: at + step.length, of: chosen.length });
      }
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setProgress(null);
  }

  return {
    progress,
    problem,
    /** A dry run of every line that can be read. */
    check: () =>
      void run(
        lines.filter(({ said, state }) => isOpen(state) && 'event' in eventOf(said)),
        true,
      ),
    /** Records the lines that passed the check. */
    record: () =>
      void run(
        lines.filter(({ state }) => state.outcome === 'READY'),
        false,
      ),
  };
}

const isOpen = ({ outcome }: LineState) => outcome === 'NEW' || outcome === 'READY';

type Result = {
  readonly contractId: string | null;
  readonly outcome: 'RECORDED' | 'REPEATED' | 'REFUSED';
  readonly posted: boolean;
  readonly refusal: { readonly message: string } | null;
};

function stateOf({ outcome, contractId, posted, refusal }: Result, dryRun: boolean): LineState {
  switch (outcome) {
    case 'REFUSED':
      return { outcome, words: refusal?.message ?? 'It was refused.', contractId };
    case 'REPEATED':
      return { outcome, words: 'Already recorded under this reference', contractId };
    case 'RECORDED':
      if (dryRun) return { outcome: 'READY', words: 'Can be recorded', contractId };
      return { outcome, words: posted ? 'Recorded, revenue posted' : 'Recorded', contractId };
  }
}

/** The first error of each list item, in words. */
function wordsByPlace(
  issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[],
): Map<number, string> {
  const words = new Map<number, string>();
  for (const { path, message } of issues) {
    const [list, place, , ...rest] = path.map(String);
    const at = Number(place);
    if (list !== 'events' || !Number.isInteger(at) || words.has(at)) continue;
    const field = rest.join(' ');
    words.set(at, field === '' ? `${message}.` : `${field} ${message}.`);
  }
  return words;
}
