import { Failure } from 'stowage'

export const noCluster = () => new Failure(404, 'This console manages a storage, not a cluster')
export const noStorage = () => new Failure(404, 'This console manages a cluster, not a storage')
