import { foundingRecipes } from './founding';
import { intercompanyRecipes } from './intercompany';
import { ledgerRecipes } from './ledger';
import { orderSourceRecipes } from './order-sources';
import { otherLedgerRecipes } from './other-ledgers';
import { projectRecipes } from './projects';
import { recordRecipes } from './records';
import { revenueRecipes } from './revenue';
import type { Recipes } from './world';

/** The recipe of every mutation of tRPC that changes records of an organization. */
export const allRecipes: Recipes = {
  ...recordRecipes,
  ...foundingRecipes,
  ...ledgerRecipes,
  ...intercompanyRecipes,
  ...orderSourceRecipes,
  ...otherLedgerRecipes,
  ...projectRecipes,
  ...revenueRecipes,
};
