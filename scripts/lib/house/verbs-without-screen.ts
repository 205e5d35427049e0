const SEEN_IN_LIST = 'Screens show it from the list, which has the whole record.';
const BY_JOB = 'Screens start it as a job by its name (jobs.start), so that it survives leaving the page.';
const BY_DOCUMENT = 'The field set of the REST interface; screens use transactions.*, which has every kind.';

/**
 * The verbs no screen calls, each with the reason. `npm run check` compares the list with the routers and the screens:
 * a verb that is missing from both fails, and so does a line whose verb now has a screen.
 */
export const VERBS_WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  'accounts.page': 'The chart is shown as one tree (accounts.tree); pages are for other programs.',
  'classes.get': SEEN_IN_LIST,
  'cutOver.open': BY_JOB,
  'departments.get': SEEN_IN_LIST,
  'employees.byInternalId': 'For programs that know employees by the numeric id of the interface.',
  'imports.check': BY_JOB,
  'imports.run': BY_JOB,
  'invoices.create': BY_DOCUMENT,
  'invoices.get': BY_DOCUMENT,
  'invoices.remove': BY_DOCUMENT,
  'invoices.update': BY_DOCUMENT,
  'locations.get': SEEN_IN_LIST,
  'members.add': 'People are invited (members.invite) and join themselves; adding is for programs.',
  'orderSources.takeUp': BY_JOB,
  'orderSources.upload':
    'Screens send files of any size to the door for uploads; this is for programs with a part of a table.',
  'payments.create': BY_DOCUMENT,
  'payments.get': BY_DOCUMENT,
  'payments.remove': BY_DOCUMENT,
  'payments.update': BY_DOCUMENT,
  'periods.replan': 'Adopting a calendar plans again by itself; the verb repeats it after an interruption.',
  'priceLists.findPrice': 'For programs that ask for one price; screens show the whole list.',
  'projects.budgetViews.show': SEEN_IN_LIST,
  'reports.generalLedger':
    'For programs that copy the ledger; screens page through entries and account activity.',
  'reports.glOverview':
    'For programs; a screen asks for the part it shows (reports.periodStates, documentCounts, ledgerState).',
  'reports.tieOut': 'Verify shows it with every other proof of the books.',
  'revenue.allocate': 'A trial allocation for programs; the contract form shows its own while typing.',
  'revenue.costs.get': SEEN_IN_LIST,
  'revenue.runs.post': BY_JOB,
  'revenue.schedule': 'A trial schedule for programs; the contract form shows its own while typing.',
  'revenue.ssp.get': SEEN_IN_LIST,
  'revenue.templates.get': SEEN_IN_LIST,
  'revenue.verify': 'Verify shows it with every other proof of the books.',
  'session.end': 'The sign-out of the browser ends it; the verb is for programs.',
  'setup.exchangeRates.remove':
    'A wrong rate is entered again for its day and corrected (setup.exchangeRates.correct).',
  'setup.taxCodes.remove': 'A code is switched off, since documents name it.',
  'setup.transactionTypes.get': SEEN_IN_LIST,
  'transactions.applyPayments': 'For programs, up to 500 at a time; people apply on the page of a payment.',
  'transactions.createBatch': 'For programs; people import.',
  'unitsOfMeasure.get': SEEN_IN_LIST,
  'warehouses.get': SEEN_IN_LIST,
};
