import { type Mutant, plantedIn } from '../mutant';

const MODIFICATIONS = 'src/usecases/revenue/contracts/modifications';
const SEPARATE = ['e2e/revenue/separate-contracts.test.ts'];
const AFTERWARD = ['e2e/revenue/separated-afterward.test.ts'];
const SECOND_PERSON = {
  tests: ['e2e/revenue/facts/second-person.test.ts'],
  title: 'added as a separate contract',
};

/** Modifications, the separate contracts that some of them become, and contracts that are combined. */
export const USECASES_MODIFICATIONS: readonly Mutant[] = [
  ...plantedIn('usecases', `${MODIFICATIONS}/modification-facts.ts`, SEPARATE, [
    [
      'separate-additions-may-be-sold-again-within',
      '  demandNotSeparate(\n    others,\n    (change.additions ?? []).map(({ key }) => key),\n  );\n',
      '',
      'What was agreed as a separate contract could be added to the first one too, and be earned twice.',
      { title: 'is not added to the first contract' },
    ],
    [
      'modifications-are-applied-as-required',
      'const treatment = chosen ?? required;',
      'const treatment = required;',
      'A treatment chosen with a reason would be replaced silently.',
      { tests: ['e2e/revenue/cases/cases-modifications.test.ts', ...SEPARATE] },
    ],
    [
      'modifications-cut-below-earned-unasked',
      "if (!confirm.includes('CUT_BELOW_EARNED')) demandNoCut(",
      'if (confirm.length > 9) demandNoCut(',
      'A typing error in a price would reverse revenue of closed years.',
      { tests: ['e2e/revenue/runs/asked-twice.test.ts'] },
    ],
  ]),
  ...plantedIn('usecases', `${MODIFICATIONS}/apply-modification.ts`, SEPARATE, [
    [
      'separate-says-nothing-of-the-required-treatment',
      'after: { treatment, required, reason, ownContractId: ownId },',
      'after: { treatment, required, reason },',
      'The audit trail of a contract would not say which contract its modification became.',
      { title: 'without being asked for' },
    ],
  ]),
  ...plantedIn('usecases', `${MODIFICATIONS}/apply-separately.ts`, SEPARATE, [
    [
      'own-contracts-under-any-treatment',
      "if (asked === true && treatment !== 'separate') {",
      "if (asked === true && treatment === 'mixed') {",
      'A prospective change of a contract would leave its revenue unchanged.',
      { title: 'is refused under another treatment' },
    ],
    [
      'separate-contracts-stay-where-they-were-agreed',
      "return asked ?? treatment === 'separate';",
      'return asked ?? false;',
      'The liability of one contract would be netted with the asset of another (606-10-45-1).',
      { title: 'without being asked for' },
    ],
    [
      'separate-whatever-else-changes',
      "if (!applicable) {\n    refuse('REVENUE_RULE'",
      "if (!applicable && why === '') {\n    refuse('REVENUE_RULE'",
      'A discount on the old contract would be lost with a separate one.',
      { title: 'is refused under another treatment' },
    ],
    [
      'separate-contracts-need-no-second-person',
      'baseAmount: baseSizeOf(context.tenant, contract, fixed, date),',
      "baseAmount: '0',",
      'What requires two people as a contract would require only one as an addition to another.',
      SECOND_PERSON,
    ],
    [
      'separate-contracts-forget-where-they-come-from',
      'await writeContract(context.tenant, ownId, { separatedFromId: from.id, separatedById: eventId });',
      'await writeContract(context.tenant, ownId, { separatedById: eventId });',
      'No one could find the contract with which a separate one was agreed.',
      { title: 'without being asked for' },
    ],
    [
      'separate-contracts-of-the-day-of-the-first',
      '  contractDate: date,\n  notes',
      '  contractDate: contract.contractDate,\n  notes',
      'Rates and policies of an earlier day would apply to what was agreed later.',
      { title: 'is refused under another treatment' },
    ],
    [
      'separate-contracts-of-nobody',
      '  customerId: contract.customerId,\n',
      '  customerId: null,\n',
      'What a customer owes for a separate contract would be missing from the customer’s statement.',
      { title: 'is refused under another treatment' },
    ],
    [
      'void-separate-contracts-stand',
      '!voided.has(event.id) ? [event] : []',
      'voided.size < 9 ? [event] : []',
      'A voided addition could never be agreed again.',
      { title: 'when voided, is withdrawn' },
    ],
    [
      'separate-additions-are-sold-twice',
      'if (key === undefined) continue;',
      'if (key === undefined || key.length > 0) continue;',
      'Two people who record one addition would create two contracts.',
      { title: 'recorded by two at once' },
    ],
  ]),
  ...plantedIn('usecases', `${MODIFICATIONS}/revoke-separate.ts`, SEPARATE, [
    [
      'withdrawn-with-what-happened-under-them',
      '...(facts.length > 0 ?',
      '...(facts.length > 99 ?',
      'A delivery would be recorded under a contract that never existed.',
      { title: 'cannot be voided, replaced or decided away' },
    ],
    [
      'withdrawn-with-their-documents',
      '...(documents.length > 0\n',
      '...(documents.length > 99\n',
      'An invoice would bill a contract that never existed.',
      { title: 'an invoice of its own|cannot be voided, replaced' },
    ],
    [
      'withdrawn-with-what-was-posted',
      '...(keys.length > 0 || hasInterest ?',
      '...(hasInterest ?',
      'Revenue that a run posted would stay in the ledger without its contract.',
      { title: 'cannot be voided, replaced or decided away' },
    ],
    [
      'withdrawn-with-interest-that-was-posted',
      '...(keys.length > 0 || hasInterest ?',
      '...(keys.length > 0 ?',
      'Interest that a run posted would stay in the ledger without its contract.',
    ],
    [
      'withdrawn-keeps-what-was-earned-by-days',
      '    withdrawn: true,\n',
      '',
      'The days before the agreement would remain earned for a contract that never existed.',
      { title: 'when voided, is withdrawn' },
    ],
    [
      'reversed-invoices-are-in-the-way',
      'reversed.has(sourceId))',
      'sourceId === null)',
      'A contract whose invoice was reversed could never be voided.',
      { title: 'an invoice of its own' },
    ],
    [
      'voided-facts-are-in-the-way',
      '    !voided.has(event.id) &&\n    !(source',
      '    !(source',
      'A contract whose facts were all voided could never be voided itself.',
      { title: 'cannot be voided, replaced or decided away' },
    ],
  ]),
  ...plantedIn('usecases', `${MODIFICATIONS}/split-recorded.ts`, AFTERWARD, [
    [
      'separated-afterward-by-one-person',
      'baseAmount: baseSizeOf(tenant, contract, price, date),',
      "baseAmount: '0',",
      'Someone who may not record a contract alone could record it within another one and separate it.',
      SECOND_PERSON,
    ],
    [
      'separated-with-the-obligations-of-the-other',
      '.filter(({ key }) => keys.has(key))',
      '.filter(({ key }) => key.length > 0)',
      'Earlier obligations would be repeated in the new contract.',
      { title: 'is separated afterward by deciding again' },
    ],
    [
      'separated-as-a-draft',
      "      { event: { id: newId(), kind: 'activated', effectiveDate: date } },\n",
      '',
      'A separated contract would earn nothing until someone noticed that it is a draft.',
      { title: 'is separated afterward by deciding again' },
    ],
  ]),
  ...plantedIn('usecases', `${MODIFICATIONS}/decide-treatment.ts`, AFTERWARD, [
    [
      'decided-beside-what-was-decided',
      '(fact) => fact.id !== id && !(',
      '(fact) => !(',
      'The change would count twice in the picture that determines its treatment.',
    ],
    [
      'joined-without-its-accounts',
      'event.apart === undefined ? [] : await rowsOf(context, history, event.apart.contractId)',
      '[]',
      'What becomes part of a contract again would have no accounts to post to.',
      { title: 'is decided to be part of the first one' },
    ],
    [
      'joined-with-what-was-allocated-to-it',
      "    allocated: '0',\n",
      '',
      'What a catch-up adds to another obligation would be allocated twice.',
      { title: 'has nothing allocated beside it' },
    ],
    [
      'decided-again-without-a-link',
      '    await linkSeparate(context, contract, contractId, instead.id);\n',
      '',
      'A contract separated afterward would not say with which contract it was agreed.',
      { title: 'is separated afterward by deciding again' },
    ],
  ]),
  ...plantedIn(
    'usecases',
    `${MODIFICATIONS}/combine-contracts.ts`,
    ['e2e/revenue/contracts.test.ts'],
    [
      [
        'combined-drafts-stay-drafts',
        "{ contractStatus: 'COMBINED', combinedIntoId: combined.id }",
        '{ combinedIntoId: combined.id }',
        'A draft could be activated in addition to the contract into which it was combined.',
        { title: 'combines two drafts' },
      ],
      [
        'combined-at-the-price-of-one',
        'fixed: sum(terms.map(({ price }) => dec(price.fixed))).toFixed(),',
        "fixed: terms[0]?.price.fixed ?? '0',",
        'The price of the second contract would be lost.',
        { title: 'combines two drafts' },
      ],
      [
        'combined-with-what-was-paid',
        'if ((await listEvents(tenant, each)).length > 0) {',
        'if ((await listEvents(tenant, each)).length > 99) {',
        'What was paid for a draft would stay with a contract that accepts no more events.',
      ],
      [
        'combined-with-financing-terms',
        "if (typeof price.financing !== 'object') return price.financing ?? '0';",
        "if (price !== undefined) return typeof price.financing === 'object' ? '0' : (price.financing ?? '0');",
        'Interest that depends on the payments of one contract would be lost.',
        { tests: ['e2e/revenue/cases/cases-financing.test.ts'], title: 'is not combined' },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/transactions/posting/posting-verdict.ts',
    ['e2e/ledger/required-dimensions.test.ts'],
    [
      [
        'dimensions-required-since-are-not-shown',
        "requiredDimensions: missingDimensions(entry, dimensionsOf(facts.accounts, 'required')),",
        'requiredDimensions: [],',
        'The preview of an old draft would promise a posting that is refused.',
      ],
      [
        'dimensions-required-since-are-not-asked-for-approval',
        'requiredDimensions: missingDimensions(entry, requiredOf(facts.accounts)),',
        'requiredDimensions: [],',
        'A document that can never be posted would be approved.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/setup/dimension-rules.ts',
    ['e2e/revenue/rounding.test.ts'],
    [
      [
        'obligations-without-required-dimensions',
        'if (account === undefined || missing.length === 0) continue;',
        'if (account === undefined || missing.length < 9) continue;',
        'A run would stop at an obligation whose account requires a department that it does not have.',
      ],
    ],
  ),
];
