import type { Principal, Surface } from '@/core/principal';
import type { Clock } from '@/lib/clock';
import { newId } from '@/lib/ids';
import type { Call, UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import type { Actor } from '../story/documents';
import type { Timeline } from '../story/timeline';

/** The ids of the story's records, by noun and by the code or key the story uses. */
export class Directory {
  readonly #ids = new Map<string, string>();

  /** Stores an id. */
  set(noun: string, key: string, id: string): void {
    this.#ids.set(`${noun}:${key}`, id);
  }

  /** The id for a name; throws when the story names something that was not created. */
  get(noun: string, key: string): string {
    const id = this.#ids.get(`${noun}:${key}`);
    if (id === undefined) throw new Error(`the story names ${noun} ${key}, which was not built`);
    return id;
  }

  /** The id for a name, or null when there is none. */
  find(noun: string, key: string | null | undefined): string | null {
    return key === null || key === undefined ? null : this.get(noun, key);
  }
}

/** The context in which one organization of the demo is built: who acts, when, and what exists so far. */
export class Stage {
  readonly organizationId: string;
  readonly timeline: Timeline;
  readonly clock: Clock;
  readonly ids = new Directory();
  readonly #principals = new Map<Actor, Principal>();
  readonly #surface: Surface = 'job';

  constructor(organizationId: string, timeline: Timeline, clock: Clock) {
    this.organizationId = organizationId;
    this.timeline = timeline;
    this.clock = clock;
  }

  /** Assigns a person to a role. */
  cast(actor: Actor, principal: Principal): void {
    this.#principals.set(actor, principal);
  }

  /** Runs a use-case as the person in a role. */
  async run<Input, Output>(
    actor: Actor,
    useCase: UseCase<Input, Output>,
    input: unknown,
    options: Pick<Call, 'expectedVersion'> = {},
  ): Promise<Output> {
    const principal = this.#principals.get(actor);
    if (principal === undefined) throw new Error(`no one plays the ${actor}`);
    const call: Call = {
      principal,
      surface: this.#surface,
      requestId: newId(),
      clock: this.clock,
      ...options,
    };
    return runForOutput(useCase, call, input);
  }
}

/** Does the same for every item in a list, `width` at a time, and returns the answers in order. */
export async function each<Item, Answer>(
  list: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    for (;;) {
      const index = next;
      next += 1;
      const item = list[index];
      if (item === undefined) return;
      answers[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, list.length) }, worker));
  return answers;
}
