import type { Call, Present, UseCase } from '@/usecases/kit/define';
import { run } from '@/usecases/kit/run';
import type { Answer } from './answer';

/** Runs a use-case for a REST door: returns the presented answer, or the stored one for an idempotent replay. */
export async function perform<Input, Output>(
  useCase: UseCase<Input, Output>,
  call: Call,
  input: unknown,
  present: Present<Output>,
): Promise<Answer> {
  const outcome = await run(useCase, call, input, present);
  if (!outcome.replayed) return present(outcome.output);
  return { ...outcome.answer, headers: { ...outcome.answer.headers, 'idempotent-replayed': 'true' } };
}
