import { Failure } from 'stowage'
import * as messages from '../messages.ts'

export const noCluster = () => new Failure(404, messages.consoleManagesStorageNotCluster)
export const noStorage = () => new Failure(404, messages.consoleManagesClusterNotStorage)
