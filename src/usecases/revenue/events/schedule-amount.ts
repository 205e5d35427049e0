import { z } from 'zod';
import { buildSchedule, type Schedule } from '@/core/revenue/schedules/schedule';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { defineUseCase } from '../../kit/define';
import { residual, scheduleMethod } from '../contracts/promise-input';

const decimalText = z.union([z.string().max(60), z.number().transform(String)]);

export const scheduleInput = z.object({
  amount: decimalText.optional(),
  monthlyAmount: decimalText.optional(),
  currencyCode: z.string().max(3),
  start: z.string().max(10),
  end: z.string().max(10),
  method: scheduleMethod,
  residual: residual.optional(),
});

/** Spreads an amount over months by a proration convention, without storing anything. */
export const scheduleAmount = defineUseCase({
  name: 'revenue.schedule',
  permission: 'revenue.read',
  mode: 'read',
  input: scheduleInput,
  run: async (_context, input): Promise<Schedule> => valueOrThrow(buildSchedule(input)),
});
