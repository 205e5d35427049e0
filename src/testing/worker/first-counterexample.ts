import fc from 'fast-check';

// A history on a database takes seconds, and looking for a smaller one that fails as well takes minutes: the limit of the test would be over
// before it says what failed. So the first one ends it; DAYBOOK_SHRINK=1 looks for a smaller one.
if (process.env.DAYBOOK_SHRINK !== '1') {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
}
