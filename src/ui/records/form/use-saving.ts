'use client';

import { useRef, useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { forget } from '@/ui/shell/kept-work';
import { refusalOf } from '@/ui/shell/refusal';

type Asking<Row> = {
  readonly onSuccess: (row: Row) => void;
  readonly onError: (error: unknown) => void;
};
type Mutation<Input, Row> = {
  readonly mutate: (input: Input, asking: Asking<Row>) => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
};
type Change<Data> = {
  readonly id: string;
  readonly data: Data;
  readonly $call: { readonly expectedVersion: number };
};

/**
 * Saves a record form: creates a record or changes the one that was opened. A change sends the version the form was
 * filled from, however long it stays open; if that is no longer current, the record is read again, and `onTakeLatest` is there once
 * it has come: the next save is over that version, of which the person has seen both.
 */
export function useSaving<Data, Row>({
  record,
  create,
  update,
  added,
  kept,
  onClose,
}: {
  readonly record: { readonly id: string; readonly version: number } | undefined;
  readonly create: Mutation<Data, Row>;
  readonly update: Mutation<Change<Data>, Row>;
  /** The message for a new record. */
  readonly added: (row: Row) => string;
  /** What this browser keeps what is typed under, until it is saved; omitted: it keeps nothing. */
  readonly kept?: string;
  readonly onClose: () => void;
}) {
  const trpcCache = trpc.useUtils();
  const [opened] = useState(record);
  const over = useRef(opened?.version);
  const { isPending, isSuccess, error } = opened ? update : create;
  const latest = record?.version;
  const isOvertaken = latest !== undefined && latest !== over.current;
  return {
    isSaving: isPending,
    isSaved: isSuccess,
    error,
    kept,
    onTakeLatest: isOvertaken
      ? () => {
          over.current = latest;
        }
      : undefined,
    save(data: Data) {
      const asking: Asking<Row> = {
        onSuccess(row) {
          if (kept !== undefined) forget(window.localStorage, kept);
          notifyDone(opened ? 'Saved.' : added(row));
          onClose();
        },
        onError(refused) {
          if (refusalOf(refused)?.code === 'STALE_VERSION') void trpcCache.invalidate();
        },
      };
      if (opened === undefined) create.mutate(data, asking);
      else {
        const expectedVersion = over.current ?? opened.version;
        update.mutate({ id: opened.id, data, $call: { expectedVersion } }, asking);
      }
    },
  };
}
