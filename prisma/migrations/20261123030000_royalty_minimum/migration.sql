-- How the guaranteed minimum of a license of symbolic intellectual property is earned is a choice of policy (ASC 606-10-55-65). Policies
-- so far had none to earn; with time is what their fixed prices did.
ALTER TABLE revenue_policies
  ADD COLUMN royalty_minimum text NOT NULL DEFAULT 'OVER_TIME',
  ADD CONSTRAINT revenue_policies_royalty_minimum_ck CHECK (royalty_minimum IN ('OVER_TIME', 'ROYALTIES', 'ESTIMATE'));
