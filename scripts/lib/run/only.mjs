import { Failure } from '../failure.mjs';

/** The steps named by `--only a,b`, or all of them without it. An unknown name is refused. */
export function onlyNamed(steps, only) {
  if (!only) return steps;
  const names = only.split(',');
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown)
    throw new Failure(
      `There is no step ${unknown}; the steps are ${steps.map(({ name }) => name).join(', ')}.`,
    );
  return steps.filter(({ name }) => names.includes(name));
}
