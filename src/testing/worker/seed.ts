import fc from 'fast-check';

// The ordinary run draws the same examples everywhere, so that a failing build fails for everyone. DAYBOOK_SEED draws others
// (any integer); a failure prints the seed and the path that reproduce it.
fc.configureGlobal({ seed: Number(process.env.DAYBOOK_SEED ?? '20261121') });
