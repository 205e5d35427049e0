'use client';

import { Download } from 'lucide-react';
import {
  KEPT_FORMAT,
  type KeptHeads,
  keptHeadsFrom,
  type OrganizationHeads,
} from '@/core/evidence/kept-head';
import { Button } from '@/ui/kit/button';
import { Facts } from '@/ui/kit/figures/facts';
import { downloadFile } from '@/ui/kit/files/download-file';
import { FileButton } from '@/ui/kit/input/file-button';
import { Panel } from '@/ui/kit/layout/panel';
import { notifyProblem } from '@/ui/kit/notify';

/** The heads given back, and when they were taken. */
export interface GivenHeads {
  readonly heads: OrganizationHeads;
  readonly takenAt: string;
}

/**
 * The ends of both chains, to be downloaded and kept outside this system, and to be given back: what an attacker with all rights
 * over the database can make agree among itself does not agree with a copy kept elsewhere.
 */
export function KeptHeadPanel({
  present,
  given,
  onGiven,
}: {
  readonly present: OrganizationHeads & { readonly takenAt: Date };
  readonly given: GivenHeads | null;
  readonly onGiven: (given: GivenHeads | null) => void;
}) {
  const { takenAt, ...heads } = present;
  const download = () => {
    const kept: KeptHeads = {
      format: KEPT_FORMAT,
      takenAt: takenAt.toISOString(),
      organizations: [heads],
    };
    const day = kept.takenAt.slice(0, 10);
    downloadFile(`daybook-heads-${day}.json`, 'application/json', `${JSON.stringify(kept, null, 2)}\n`);
  };
  const giveBack = async (file: File) => {
    const kept = keptHeadsFrom(await file.text());
    const own = kept?.organizations.find(({ organizationId }) => organizationId === heads.organizationId);
    if (kept === null) notifyProblem(`${file.name} does not contain kept heads.`);
    else if (own === undefined)
      notifyProblem(`${file.name} does not contain the heads of this organization.`);
    else onGiven({ heads: own, takenAt: kept.takenAt });
  };
  return (
    <Panel title="Heads of the chains">
      <p className="mb-3 max-w-3xl text-ink-mute">
        Each hash covers everything sealed before it. Keep a copy outside this system and compare with it
        later: entries cut off at the end, or a chain calculated again after a change, show only there.
      </p>
      <Facts
        facts={[
          { label: 'Audit trail', value: <Head {...heads.audit} />, wide: true },
          { label: 'Ledger', value: <Head {...heads.ledger} />, wide: true },
          ...(heads.security === undefined
            ? []
            : [{ label: 'Security log', value: <Head {...heads.security} />, wide: true }]),
          {
            label: 'Compared with',
            value: given === null ? 'No kept heads' : `Heads taken at ${given.takenAt}`,
            wide: true,
          },
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2" data-print="hide">
        <Button onPress={download}>
          <Download aria-hidden="true" />
          Download the heads
        </Button>
        <FileButton
          label="Compare with kept heads"
          accept=".json,application/json"
          onFile={(file) => void giveBack(file)}
        />
        {given === null ? null : <Button onPress={() => onGiven(null)}>Stop comparing</Button>}
      </div>
    </Panel>
  );
}

function Head({ sequence, hash }: { readonly sequence: string; readonly hash: string }) {
  return (
    <>
      {sequence} <code className="break-all text-small">{hash}</code>
    </>
  );
}
