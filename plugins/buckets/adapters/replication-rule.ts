import { Failure } from '../../../core/failure.ts'

/** That there is no replication rule of this id. */
export const noReplicationRule = (id: string) =>
  new Failure(404, 'There is no such replication rule', `There is no rule "${id}"`)
