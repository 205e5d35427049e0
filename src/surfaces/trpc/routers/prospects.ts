import { convertToCustomer } from '@/usecases/prospects/convert-to-customer';
import { convertToLead } from '@/usecases/prospects/convert-to-lead';
import { listProspects, prospectPipeline } from '@/usecases/prospects/list-prospects';
import { previewConversion } from '@/usecases/prospects/preview-conversion';
import {
  createProspect,
  getProspect,
  removeProspect,
  updateProspect,
} from '@/usecases/prospects/prospect-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Prospects: the board, the record, the conversion dialog. */
export const prospectsRouter = createTrpcRouter({
  create: procedureFor(createProspect),
  get: procedureFor(getProspect),
  list: procedureFor(listProspects),
  update: procedureFor(updateProspect),
  remove: procedureFor(removeProspect),
  pipeline: procedureFor(prospectPipeline),
  previewConversion: procedureFor(previewConversion),
  convertToLead: procedureFor(convertToLead),
  convertToCustomer: procedureFor(convertToCustomer),
});
