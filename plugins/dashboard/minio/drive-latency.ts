import * as v from 'valibot'
import { entriesOf } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'

const number = v.optional(v.number(), 0)

/** Operations of the last minute by their name; durations in ns. */
const LastMinute = v.nullish(entriesOf(v.object({ count: number, acc_time_ns: number })))

const Info = v.object({
  servers: v.nullish(
    v.array(
      v.object({
        drives: v.nullish(
          v.array(
            v.object({
              endpoint: v.optional(v.string(), ''),
              metrics: v.nullish(v.object({ lastMinute: LastMinute })),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
})

/** Mean duration of the operations of each drive in the last minute, in ns. Idle drives are left out. */
export const readDriveLatency = async ({ admin }: MinioAdapterContext): Promise<{ drive: string; mean: number }[]> => {
  const query = { metrics: 'true' }
  const { servers } = await admin.read(Info, { method: 'GET', name: 'info', needs: 'admin:ServerInfo', query })
  return (servers ?? [])
    .flatMap(({ drives }) => drives ?? [])
    .flatMap(({ endpoint, metrics }) => {
      const operations = (metrics?.lastMinute ?? []).map(([, operation]) => operation)
      const sum = (of: 'count' | 'acc_time_ns') => operations.reduce((total, operation) => total + operation[of], 0)
      return sum('count') > 0 ? [{ drive: endpoint, mean: sum('acc_time_ns') / sum('count') }] : []
    })
}
