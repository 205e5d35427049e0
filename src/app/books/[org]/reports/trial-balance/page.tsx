import { TrialBalancePage, trialBalanceMetadata } from '@/ui/reports/trial-balance-page';

export const metadata = trialBalanceMetadata;

export default TrialBalancePage;
