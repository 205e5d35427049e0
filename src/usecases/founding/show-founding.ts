import { z } from 'zod';
import { REVENUE_QUESTIONS } from '@/core/founding/revenue-questions';
import { FOUNDING_STEPS } from '@/core/founding/steps';
import { proposedTaxCodes } from '@/core/founding/tax-proposals';
import { CHART_CHOICES, CHARTS, chartFor } from '@/core/ledger/charts/charts';
import { CALENDAR_MONTHS, fiscalYearOf } from '@/core/periods/fiscal-calendar';
import { foundingFacts, listFoundingSteps } from '@/db/stores/founding-steps';
import { countryCode } from '../addresses/country-code';
import { defineUseCase } from '../kit/define';
import { FOUNDING } from './step-record';

/** The steps of founding in their order: what was answered and made, and what is open (state null). */
export const showFounding = defineUseCase({
  name: 'founding.show',
  permission: FOUNDING,
  mode: 'read',
  input: z.object({}),
  async run({ tenant }) {
    const [facts, rows] = [await foundingFacts(tenant), await listFoundingSteps(tenant)];
    const steps = FOUNDING_STEPS.map((step) => {
      const row = rows.find((one) => one.step === step);
      return {
        step,
        state: row?.stepState ?? null,
        answers: row?.answers ?? null,
        made: row?.made ?? [],
        doneByName: row?.doneByName ?? null,
        doneAt: row?.updatedAt ?? null,
        version: row?.version ?? 0,
      };
    });
    return { ...facts, steps, isComplete: steps.every(({ state }) => state !== null) };
  },
});

/** What is proposed to a company of a country: its chart, its calendar, its tax codes, and the questions about revenue. */
export const proposeFounding = defineUseCase({
  name: 'founding.proposals',
  permission: FOUNDING,
  mode: 'read',
  input: z.object({ countryCode: countryCode.optional() }),
  async run({ tenant, clock }, input) {
    const facts = await foundingFacts(tenant);
    const country = input.countryCode ?? facts.rootSubsidiary.countryCode;
    const calendar = { ...CALENDAR_MONTHS, startMonth: facts.fiscalYearStartMonth };
    const year = fiscalYearOf(clock.today(), calendar);
    return {
      countryCode: country,
      chart: chartFor(country),
      charts: CHART_CHOICES.map((choice) => {
        const { name, words, accounts } = CHARTS[choice];
        return { choice, name, words, accounts: accounts.filter(({ isSummary }) => !isSummary).length };
      }),
      fiscalYear: year,
      firstFiscalYear: year - 1,
      startMonth: facts.fiscalYearStartMonth,
      taxCodes: proposedTaxCodes(country),
      revenueQuestions: REVENUE_QUESTIONS,
    };
  },
});
