import { type CallState, useCall } from '../../../core/use-call.ts'
import { useLack } from '../../../core/use-lack.ts'
import { useAge } from './age.ts'
import { buckets, cors, type Encryption, noEncryption } from '../contract.ts'
import { replication as replicationCalls } from '../replication.ts'

/**
 * What the summary shows besides the access level. Only a storage with versions is asked for it: an erasure-coded
 * server (spec/2 section 6).
 */
export const useSummary = (bucket: string) => {
  const when = !useLack('versions')
  const input = { params: { bucket } }
  const list = useCall(buckets.list)
  const age = useAge()
  const versioning = useCall(buckets.versioning, input, { when })
  const locking = useCall(buckets.locking, input, { when })
  const quota = useCall(buckets.quota, input, { when })
  const locks = when && locking.data?.object_locking_enabled === true
  const retention = useCall(buckets.retention, input, { when: locks })
  const encryption = useCall(buckets.encryption, input)
  const corsRules = useCall(cors.cors, input)
  const replicates = !useLack('replication')
  const replication = useCall(replicationCalls.replicationRules, input, { when: replicates })
  const reload = () =>
    Promise.all([
      ...[
        list,
        encryption,
        corsRules,
        ...(when ? [versioning, locking, quota] : []),
        ...(replicates ? [replication] : []),
        ...(locks ? [retention] : []),
      ].map((each) => each.reload()),
    ])
  return {
    bucket,
    age,
    usage: list.data?.buckets.find(({ name }) => name === bucket),
    encryption,
    corsRules,
    versioning,
    locking,
    quota,
    retention,
    replication,
    replicates,
    when,
    reload,
  }
}

export type SummaryCalls = ReturnType<typeof useSummary>

/** Whether the bucket is known to encrypt nothing, which the storage says as a refusal (spec/2 section 8). */
export const isPlain = ({ error }: CallState<Encryption>) => error?.code === noEncryption
