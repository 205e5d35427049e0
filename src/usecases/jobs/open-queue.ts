import { type OpenQueue, openQueue, passTurn, type QueueWork } from '@/db/stores/job-queue';

/** Begins to take turns and to do regular work on this server. Background work. */
export function openJobQueue(work: QueueWork): Promise<OpenQueue> {
  return openQueue(work);
}

/** Gives an organization another turn, after everyone who waits now. Background work. */
export function passTurnTo(organizationId: string, afterSeconds: number): Promise<void> {
  return passTurn(organizationId, afterSeconds);
}
