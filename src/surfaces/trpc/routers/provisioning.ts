import {
  deleteMappedGroup,
  listMappedGroups,
  mapGroup,
  prepareGroup,
} from '@/usecases/provisioning/mapping-verbs';
import {
  issueProvisioningToken,
  listProvisioningTokens,
  revokeProvisioningToken,
} from '@/usecases/provisioning/token-verbs';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The directory that sends people and groups by SCIM: its tokens, and the rights its groups give. */
export const provisioningRouter = createTrpcRouter({
  tokens: procedureFor(listProvisioningTokens),
  issueToken: procedureFor(issueProvisioningToken),
  revokeToken: procedureFor(revokeProvisioningToken),
  groups: procedureFor(listMappedGroups),
  prepareGroup: procedureFor(prepareGroup),
  mapGroup: procedureFor(mapGroup),
  deleteGroup: procedureFor(deleteMappedGroup),
});
