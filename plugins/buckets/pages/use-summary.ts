import { type CallState, useCall, useMissingFeature, usePermittedCalls } from 'stowage/web'
import { useAge } from './age.ts'
import { buckets, cors, type Encryption, noEncryption } from '../contract.ts'
import { replication as replicationCalls } from '../replication.ts'

/** The calls of the summary, each with its own permissions. */
const parts = {
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
  const replicates = !useMissingFeature('replication')
  const input = { params: { bucket } }
  const permitted = usePermittedCalls(parts, { bucket })
  const list = useCall(buckets.list)
  const age = useAge()
  const part = <Id extends keyof typeof parts>(id: Id, isOffered = true) => isOffered && permitted.when(id)
  const info = useCall(parts.info, input, { when: part('info') })
  const versioning = useCall(parts.versioning, input, { when: part('versioning', when) })
  const locking = useCall(parts.locking, input, { when: part('locking', when) })
  const quota = useCall(parts.quota, input, { when: part('quota', when) })
  const locks = when && locking.data?.object_locking_enabled === true
  const retention = useCall(parts.retention, input, { when: part('retention', locks) })
  const encryption = useCall(parts.encryption, input, { when: part('encryption') })
  const corsRules = useCall(parts.cors, input, { when: part('cors') })
  const replication = useCall(parts.replication, input, { when: part('replication', replicates) })
  const reload = () =>
    Promise.all([
      list.reload(),
      ...[
        part('info') && info,
        part('encryption') && encryption,
        part('cors') && corsRules,
        part('versioning', when) && versioning,
        part('locking', when) && locking,
        part('quota', when) && quota,
        part('replication', replicates) && replication,
        part('retention', locks) && retention,
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
    quota: permitted.stateOf('quota', quota),
    retention: permitted.stateOf('retention', retention),
    replication: permitted.stateOf('replication', replication),
    replicates,
    when,
    reload,
  }
}

export type SummaryCalls = ReturnType<typeof useSummary>

/**
 * Whether the bucket is known to have no default encryption, which the storage reports as an error (spec/2 section 8).
 */
export const isUnencrypted = ({ error }: CallState<Encryption>) => error?.code === noEncryption
