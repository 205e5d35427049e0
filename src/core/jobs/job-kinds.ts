/** What is known about a kind of long-running work. */
interface JobKind {
  /** As people call it. */
  readonly label: string;
  /** What its progress counts. */
  readonly unit: string;
  /** Where the record it works on is shown, below the books. */
  readonly place: string;
  /** There is one such record, on a page without an id; otherwise the record's id follows the place. */
  readonly isOnly?: true;
  /**
   * Whether it may be stopped between two portions: what is done stays and is complete in itself, and the work can be asked for
   * again. Work that leaves something half done until it ends must not be stopped.
   */
  readonly isCancelable: boolean;
}

/** The long-running work that members can request, named after the verb whose portions it runs. */
export const JOB_KINDS = {
  'imports.check': { label: 'Check of an import', unit: 'rows', place: 'imports', isCancelable: true },
  'imports.run': { label: 'Import', unit: 'rows', place: 'imports', isCancelable: true },
  'imports.approve': { label: 'Approval of an import', unit: 'rows', place: 'imports', isCancelable: true },
  'imports.undo': { label: 'Undoing an import', unit: 'rows', place: 'imports', isCancelable: true },
  'revenue.runs.post': { label: 'Recognition run', unit: 'rows', place: 'revenue/runs', isCancelable: false },
  'orderSources.takeUp': {
    label: 'Waiting orders',
    unit: 'orders',
    place: 'order-sources',
    isCancelable: true,
  },
  'subscriptions.billScheduled': {
    label: 'Billing',
    unit: 'subscriptions',
    place: 'subscriptions/billing',
    isOnly: true,
    isCancelable: true,
  },
  'cutOver.open': {
    label: 'Cut-over',
    unit: 'entry',
    place: 'cut-over',
    isOnly: true,
    isCancelable: false,
  },
} as const satisfies Readonly<Record<string, JobKind>>;

export type JobKindName = keyof typeof JOB_KINDS;

export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as [JobKindName, ...JobKindName[]];

/** What is known of a kind by its name; null for one that only a later version knows. */
export function jobKind(name: string): JobKind | null {
  const all: Readonly<Record<string, JobKind>> = JOB_KINDS;
  return all[name] ?? null;
}

/** The states of a job; the last three are ends. */
export const JOB_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Whether a job in this state still gets turns. */
export const isUnderWay = (state: JobState): boolean => state === 'QUEUED' || state === 'RUNNING';
