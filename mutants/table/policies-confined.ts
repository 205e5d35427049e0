import { type Mutant, plantedIn } from '../mutant';

const ROOMS = ['src/db/laws/confined-rooms.db.test.ts'];
const SMALL = ['src/db/laws/confinement.db.test.ts'];

/** What a caller who is confined to subsidiaries sees, writes and hands out. */
export const POLICIES_CONFINED: readonly Mutant[] = [
  ...plantedIn('policies', 'prisma/sql/identity/subsidiaries.sql', SMALL, [
    [
      'no-reach-is-unknown',
      "coalesce(nullif(current_setting('app.subsidiaries', true), ''), '{}')::uuid[]",
      "nullif(current_setting('app.subsidiaries', true), '')::uuid[]",
      'For a caller without any subsidiary, access to a row would be unknown instead of denied, and an audit row would be shown.',
    ],
  ]),
  ...plantedIn('policies', 'prisma/sql/identity/confined.sql', ROOMS, [
    [
      'what-is-shared-is-hidden',
      "format('(subsidiary_id IS NULL OR %s)', v_own)",
      'v_own',
      'A confined accountant could invoice no customer of the whole organization.',
    ],
    [
      'lines-of-other-subsidiaries-are-read',
      "('business_transaction_lines', 'transaction_id', 'business_transactions'),",
      '',
      'Someone confined to one subsidiary could read what the others buy and sell.',
    ],
    [
      'subsidiaries-out-of-reach-are-read',
      'USING (id = ANY ((SELECT daybook_subsidiaries())::uuid[])) WITH CHECK',
      "USING (id = ANY ((SELECT daybook_subsidiaries())::uuid[]) OR record_status = 'active') WITH CHECK",
      'Someone confined to one subsidiary would see and rename the others.',
    ],
    [
      'payments-of-other-subsidiaries-are-read',
      '(SELECT true FROM business_transactions p WHERE p.organization_id = payment_applications.organization_id AND p.id = payment_applications.payment_id)\n  AND ',
      '',
      'Someone would see what another subsidiary has paid.',
    ],
    [
      'settlements-of-other-subsidiaries-are-read',
      '\n  AND (SELECT true FROM business_transactions d WHERE d.organization_id = payment_applications.organization_id AND d.id = payment_applications.document_id)',
      '',
      'Someone would see what is owed to another subsidiary.',
    ],
    [
      'change-orders-of-other-contracts-are-read',
      '(prime_contract_id IS NULL OR (SELECT true FROM prime_contracts p WHERE p.organization_id = change_orders.organization_id AND p.id = change_orders.prime_contract_id))\n  AND ',
      '',
      'Someone would see the changes to contracts of another subsidiary.',
    ],
    [
      'change-orders-of-other-commitments-are-read',
      '\n  AND (commitment_id IS NULL OR (SELECT true FROM commitments c WHERE c.organization_id = change_orders.organization_id AND c.id = change_orders.commitment_id))',
      '',
      'Someone would see the changes to commitments of another subsidiary.',
    ],
    [
      'pairs-of-other-companies-are-read',
      'USING (subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]) OR sister_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))',
      'USING ((SELECT daybook_subsidiaries()) IS NOT NULL)',
      'Someone confined to one subsidiary would see which others trade with each other.',
      { tests: ['src/db/laws/confined-pairs.db.test.ts'] },
    ],
    [
      'imports-of-others-are-read',
      'ON imports AS RESTRICTIVE TO daybook_confined USING (created_by = daybook_user())',
      'ON imports AS RESTRICTIVE TO daybook_confined USING (created_by IS NOT NULL)',
      'Someone confined to one subsidiary could read what was uploaded for the others.',
      { tests: ['src/usecases/imports/run-import.db.test.ts'], title: 'confined to subsidiaries' },
    ],
    [
      'jobs-of-others-are-read',
      'ON background_jobs AS RESTRICTIVE TO daybook_confined USING (created_by = daybook_user())',
      'ON background_jobs AS RESTRICTIVE TO daybook_confined USING (created_by IS NOT NULL)',
      'Someone confined to one subsidiary could read what others had done for theirs.',
      { tests: ['src/jobs/jobs.db.test.ts'], title: 'confined to subsidiaries' },
    ],
    [
      'cut-overs-of-other-subsidiaries-are-read',
      "'counterparty_days', 'cut_overs',",
      "'counterparty_days',",
      'Someone confined to one subsidiary could read the opening balances of the others.',
      { tests: ['src/db/catalogue.db.test.ts'] },
    ],
    [
      'ownership-of-other-subsidiaries-is-read',
      "'ownership_interests', ",
      '',
      'Someone confined to one subsidiary could read the ownership shares in the others.',
      { tests: ['src/db/catalogue.db.test.ts'] },
    ],
    [
      'the-confined-choose-the-calendar-of-all',
      'WITH CHECK (subsidiary_id IS NOT NULL AND subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))',
      'WITH CHECK (subsidiary_id IS NULL OR subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))',
      'Someone confined to one subsidiary could decide which periods the others have.',
    ],
    [
      'the-confined-make-rules-for-all',
      'WITH CHECK (subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))',
      'WITH CHECK (subsidiary_id IS NULL OR subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))',
      'Someone confined to one subsidiary could decide on which accounts the others post.',
    ],
    [
      'the-confined-change-the-rules-of-all',
      'ON posting_rules AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (subsidiary_id IS NOT NULL)',
      'ON posting_rules AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could turn the general rule into their own.',
    ],
    [
      'the-confined-delete-the-rules-of-all',
      'ON posting_rules AS RESTRICTIVE FOR DELETE TO daybook_confined USING (subsidiary_id IS NOT NULL)',
      'ON posting_rules AS RESTRICTIVE FOR DELETE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could stop the others from posting.',
    ],
  ]),
  ...plantedIn('policies', 'prisma/sql/identity/confined-rights.sql', ROOMS, [
    [
      'clients-of-everything-are-shown',
      "ON api_clients AS RESTRICTIVE TO daybook_confined\n  USING (subsidiary_ids <> '{}' AND ",
      'ON api_clients AS RESTRICTIVE TO daybook_confined\n  USING (',
      'Someone confined to one subsidiary could renew the secret of a program with access to all of them.',
    ],
    [
      'own-memberships-elsewhere-are-hidden',
      'USING (user_id = daybook_user() OR ',
      'USING (',
      'Someone confined in one organization would not find the others they belong to.',
    ],
    [
      'memberships-of-everything-are-made',
      "USING (user_id = daybook_user() OR subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))\n  WITH CHECK (subsidiary_ids <> '{}' AND ",
      "USING (user_id = daybook_user() OR subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))\n  WITH CHECK (",
      'Someone confined to one subsidiary could create a member with access to all.',
    ],
    [
      'companies-out-of-reach-are-read',
      'USING (subsidiary_ids <@ (SELECT daybook_subsidiaries())) WITH CHECK',
      'USING (subsidiary_ids IS NOT NULL) WITH CHECK',
      'Someone confined to one subsidiary could issue a key for the company of another.',
    ],
    [
      'keys-of-other-companies-are-read',
      'USING ((SELECT true FROM companies c WHERE c.organization_id = api_keys.organization_id AND c.id = api_keys.company_id))',
      'USING (company_id IS NOT NULL)',
      'Someone confined to one subsidiary could revoke the keys of another.',
    ],
    [
      'the-confined-set-up-sign-in',
      'ON sign_in_providers AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON sign_in_providers AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could sign in as an administrator through their own provider.',
    ],
    [
      'the-confined-connect-people',
      'ON provider_people AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON provider_people AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could connect their own account at the provider to an administrator.',
    ],
    [
      'the-confined-issue-directory-tokens',
      'ON provisioning_tokens AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON provisioning_tokens AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could set up a directory that creates administrators.',
    ],
    [
      'the-confined-read-the-directory',
      'ON provisioned_people AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON provisioned_people AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary would see everyone in the organization, and could add more.',
    ],
    [
      'the-confined-give-roles-to-groups',
      'ON provisioned_groups AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON provisioned_groups AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could give a group permissions in all of them.',
    ],
    [
      'the-confined-join-groups',
      'ON provisioned_group_members AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON provisioned_group_members AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could put themselves into the group of administrators.',
    ],
    [
      'the-confined-make-webhooks',
      'USING (true) WITH CHECK (false)',
      'USING (true) WITH CHECK (true)',
      'Someone confined to one subsidiary could have the events of all sent to themselves.',
    ],
    [
      'the-confined-redirect-webhooks',
      'FOR UPDATE TO daybook_confined USING (false)',
      'FOR UPDATE TO daybook_confined USING (true)',
      'A change of an endpoint by someone confined would end in an error instead of finding nothing to change.',
    ],
    [
      'the-confined-delete-webhooks',
      'FOR DELETE TO daybook_confined USING (false)',
      'FOR DELETE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary could delete an endpoint that receives the events of all.',
    ],
    [
      'deliveries-are-read-by-the-confined',
      'ON webhook_deliveries AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON webhook_deliveries AS RESTRICTIVE TO daybook_confined USING (true)',
      'Someone confined to one subsidiary would see where events of the others are sent.',
    ],
    [
      'events-are-read-by-the-confined',
      'ON outbox_events AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false)',
      'ON outbox_events AS RESTRICTIVE FOR SELECT TO daybook_confined USING (true)',
      'Someone confined to one subsidiary would read what happens in the others.',
    ],
    [
      'invitations-to-everything-are-shown',
      "ON invitations AS RESTRICTIVE TO daybook_confined\n  USING (subsidiary_ids <> '{}' AND ",
      'ON invitations AS RESTRICTIVE TO daybook_confined\n  USING (',
      'Someone confined to one subsidiary could send the invitation of a future admin again and use its link.',
    ],
    [
      'mail-is-read-by-the-confined',
      'ON mails AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false)',
      'ON mails AS RESTRICTIVE FOR SELECT TO daybook_confined USING (true)',
      'Someone confined to one subsidiary would see who in the others forgot a password.',
    ],
  ]),
  ...plantedIn('policies', 'prisma/sql/platform/audit-is-reached.sql', SMALL, [
    [
      'audit-rows-that-name-others-are-shown',
      'IF NOT v_named <@ v_scope THEN RETURN false; END IF;',
      '',
      'Someone confined to one subsidiary would read what was changed in the others.',
    ],
    [
      'audit-rows-of-other-documents-are-shown',
      'ELSE EXISTS (SELECT FROM business_transactions x WHERE x.organization_id = v_org AND x.id = p_record)',
      'ELSE true',
      'Someone confined to one subsidiary would read who posted what in the others.',
      { tests: ['src/usecases/members/reach.db.test.ts', ...SMALL] },
    ],
  ]),
];
