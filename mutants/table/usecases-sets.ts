import { type Mutant, plantedIn } from '../mutant';

const CONTRACTS = 'src/usecases/revenue/contracts';
const BOTH_WAYS = [
  'src/usecases/cut-over/load-open-contracts.db.test.ts',
  'src/usecases/orders/draft-orders.db.test.ts',
];

/** Contracts and orders of files, made in sets. */
export const USECASES_SETS: readonly Mutant[] = [
  ...plantedIn('usecases', `${CONTRACTS}/drafts/build-contract.ts`, BOTH_WAYS, [
    [
      'sets-ask-for-no-dimensions',
      'if ((await books.required(revenueAccountId)).length > 0) return null;',
      'void revenueAccountId;',
      'A run would stop at an obligation whose account requires a department that it does not have.',
    ],
    [
      'sets-leave-contracts-at-their-first-version',
      '      version: IN_FORCE,\n',
      '',
      'A caller with an outdated version of an imported contract could still change it.',
    ],
    [
      'sets-date-rows-by-their-fact-alone',
      'effectiveOn: latest(days.get(row.eventId), days.get(row.causeId)),',
      'effectiveOn: days.get(row.eventId) ?? null,',
      'A report as known on an earlier day would contain revenue not known then.',
    ],
    [
      'sets-audit-drafts-as-they-stand-later',
      "      contractStatus: 'DRAFT',\n",
      '',
      'The audit trail would say that a contract was drafted as active.',
    ],
  ]),
  ...plantedIn('usecases', `${CONTRACTS}/load-contracts.ts`, BOTH_WAYS, [
    [
      'sets-need-no-second-person',
      "return principal.actor.kind !== 'system' && (await organizationSettings(tenant)).enforceSegregation;",
      'return false;',
      'A file would activate contracts that one person alone may not activate.',
    ],
    [
      'sets-move-each-position-once',
      'for (let nth = 0; nth < most; nth += 1) {',
      'for (let nth = 0; nth < Math.min(most, 1); nth += 1) {',
      'What was billed and paid in the earlier system would be a receivable.',
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/cut-over/load-open-contracts.ts', BOTH_WAYS, [
    [
      'sets-recompute-before-the-cut-over',
      "if (isNew && (way === 'CARRY_OVER' || mayRecompute))",
      'if (isNew)',
      'Revenue of a closed year would be booked again in its first open month.',
      {
        tests: ['src/usecases/cut-over/load-open-contracts.db.test.ts'],
      },
    ],
  ]),
];
