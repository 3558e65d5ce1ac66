import { Failure } from 'stowage'
import { type CallState, useCall, useMissingFeature, usePermittedCalls } from 'stowage/web'
import { useAge } from './age.ts'
import { buckets, cors, type Encryption, noEncryption } from '../contract.ts'
import { replication as replicationCalls } from '../replication.ts'

/** The calls of the summary, each with its own permissions. */
const summaryCalls = {
  info: buckets.info,
  versioning: buckets.versioning,
  locking: buckets.locking,
  quota: buckets.quota,
  retention: buckets.retention,
  encryption: buckets.encryption,
  cors: cors.cors,
  replication: replicationCalls.replicationRules,
}

/**
 * Data of the summary besides the access level. Only requested from erasure-coded storage, which has versioning (spec/2
 * section 6).
 */
export const useSummary = (bucket: string) => {
  const when = !useMissingFeature('versions')
  const canLock = !useMissingFeature('locks')
  const replicates = !useMissingFeature('replication')
  // a managed server without a key may have encrypted buckets from before
  const noEncryption = useMissingFeature('sse-s3')
  const noQuota = useMissingFeature('quota')
  const unencryptable = useMissingFeature('administration') ? noEncryption : undefined
  const input = { params: { bucket } }
  const permitted = usePermittedCalls(summaryCalls, { bucket })
  const list = useCall(buckets.list)
  const age = useAge()
  const isNeeded = <Id extends keyof typeof summaryCalls>(id: Id, isOffered = true) => isOffered && permitted.when(id)
  const info = useCall(summaryCalls.info, input, { when: isNeeded('info') })
  const versioning = useCall(summaryCalls.versioning, input, { when: isNeeded('versioning', when) })
  const locking = useCall(summaryCalls.locking, input, { when: isNeeded('locking', canLock) })
  const quota = useCall(summaryCalls.quota, input, { when: isNeeded('quota', when) })
  const locks = locking.data?.object_locking_enabled === true
  const retention = useCall(summaryCalls.retention, input, { when: isNeeded('retention', locks) })
  const encryption = useCall(summaryCalls.encryption, input, { when: isNeeded('encryption', !unencryptable) })
  const corsRules = useCall(summaryCalls.cors, input, { when: isNeeded('cors') })
  const replication = useCall(summaryCalls.replication, input, { when: isNeeded('replication', replicates) })
  const reload = () =>
    Promise.all([
      list.reload(),
      ...[
        isNeeded('info') && info,
        isNeeded('encryption', !unencryptable) && encryption,
        isNeeded('cors') && corsRules,
        isNeeded('versioning', when) && versioning,
        isNeeded('locking', canLock) && locking,
        isNeeded('quota', when) && quota,
        isNeeded('replication', replicates) && replication,
        isNeeded('retention', locks) && retention,
      ].map((each) => each && each.reload()),
    ])
  return {
    bucket,
    age,
    usage: list.data?.buckets.find(({ name }) => name === bucket),
    info: permitted.stateOf('info', info),
    encryption: permitted.stateOf('encryption', encryption),
    corsRules: permitted.stateOf('cors', corsRules),
    versioning: permitted.stateOf('versioning', versioning),
    locking: permitted.stateOf('locking', locking),
    quota: noQuota ? { ...quota, error: new Failure(501, noQuota) } : permitted.stateOf('quota', quota),
    retention: permitted.stateOf('retention', retention),
    replication: permitted.stateOf('replication', replication),
    replicates,
    /** Why the bucket cannot have default encryption. */
    unencryptable,
    when,
    canLock,
    reload,
  }
}

export type SummaryCalls = ReturnType<typeof useSummary>

/**
 * Whether the bucket is known to have no default encryption, which the storage reports as an error (spec/2 section 8).
 */
export const isUnencrypted = ({ error }: CallState<Encryption>) => error?.code === noEncryption
