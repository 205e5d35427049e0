'use client';

import { useEffect, useState } from 'react';

type LivePreview = {
  readonly contractPreview: typeof import('./contract-preview')['contractPreview'];
  readonly DraftPreview: typeof import('./draft-preview')['DraftPreview'];
};

/** The pricing and allocation rules and their preview, loaded once the form is hydrated; null until then. */
export function useLivePreview(): LivePreview | null {
  const [live, setLive] = useState<LivePreview | null>(null);
  useEffect(() => {
    let isGone = false;
    void Promise.all([import('./contract-preview'), import('./draft-preview')]).then(
      ([{ contractPreview }, { DraftPreview }]) => {
        if (!isGone) setLive({ contractPreview, DraftPreview });
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return live;
}
