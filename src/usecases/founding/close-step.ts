import { z } from 'zod';
import { FOUNDING_STEPS } from '@/core/founding/steps';
import { dismissFounding, foundingFacts } from '@/db/stores/founding-steps';
import { defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';
import { FOUNDING, recordSkippedStep } from './step-record';

/** Founding: records that the organization skips a step, which can still be taken later. */
export const skipFoundingStep = defineUseCase({
  name: 'founding.skip',
  permission: FOUNDING,
  mode: 'write',
  input: z.object({ step: z.enum(FOUNDING_STEPS) }),
  run: (context, { step }) => recordSkippedStep(context, step),
});

/** Hides the checklist on Home for everyone, or shows it again. Founding itself stays where it is. */
export const dismissChecklist = defineUseCase({
  name: 'founding.dismiss',
  permission: FOUNDING,
  mode: 'write',
  input: z.object({ isDismissed: z.boolean() }),
  async run(context, { isDismissed }) {
    const { tenant, principal } = context;
    demandEverywhere(principal, FOUNDING);
    const before = (await foundingFacts(tenant)).isDismissed;
    if (before !== isDismissed) {
      await dismissFounding(tenant, isDismissed);
      const [was, is] = [{ isDismissed: before }, { isDismissed }];
      context.record({ noun: 'founding checklist', recordId: null, before: was, after: is });
    }
    return { isDismissed };
  },
});
