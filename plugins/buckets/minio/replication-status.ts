import * as v from 'valibot'
import { Failure } from 'stowage'
import type { ReplicationStatus, Unreplicated } from '../replication.ts'
import { isTargetOnline, type RemoteTarget } from './targets.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { parseResponse, fallbackOn, NOT_OFFERED } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const Number0 = v.optional(v.number(), 0)
const Amount = v.optional(
  v.pipe(
    v.object({ count: Number0, bytes: Number0 }),
    v.transform(({ count, bytes }) => ({ objects: Math.round(count), bytes: Math.round(bytes) })),
  ),
  {},
)
const Counted = v.object({
  completedReplicationSize: Number0,
  replicationCount: Number0,
  currentBandwidth: Number0,
  failed: v.optional(
    v.object({
      lastMinute: Amount,
      lastHour: Amount,
      totals: Amount,
      errCounts: v.nullish(v.record(v.string(), v.number())),
    }),
    {},
  ),
})
const Metrics = v.object({
  uptime: Number0,
  /** Missing in responses of servers before 2024. */
  currStats: v.optional(v.object({ Stats: v.nullish(v.record(v.string(), Counted)) })),
  queueStats: v.optional(
    v.object({ nodes: v.nullish(v.array(v.object({ queueStats: v.optional(v.object({ curr: Amount }), {}) }))) }),
    {},
  ),
})

const Resyncs = v.object({
  target: v.nullish(
    v.array(
      v.object({
        arn: v.string(),
        startTime: v.optional(v.string(), ''),
        resyncStatus: v.optional(v.string(), ''),
        completedReplicationSize: Number0,
        replicationCount: Number0,
        failedReplicationSize: Number0,
        failedReplicationCount: Number0,
      }),
    ),
  ),
})

const Difference = v.object({
  object: v.optional(v.string(), ''),
  versionId: v.optional(v.string(), ''),
  targets: v.nullish(
    v.record(v.string(), v.object({ rStatus: v.optional(v.string(), ''), drStatus: v.optional(v.string(), '') })),
  ),
  rStatus: v.optional(v.string(), ''),
  dStatus: v.optional(v.string(), ''),
  deletemarker: v.optional(v.boolean(), false),
})

/** States of a resync that mean there is none. */
const NO_RESYNC = ['', 'NotStarted', 'No Resync']

/** Maximum number of unreplicated objects to scan, and to name. */
const MAX_SCANNED = 10_000
const MAX_NAMED = 100
/** Time limit of the server's scan, in ms. */
const SCAN_TIMEOUT = 8000

const none = { objects: 0, bytes: 0 }

const sum = (amounts: readonly { objects: number; bytes: number }[]) =>
  amounts.reduce((all, one) => ({ objects: all.objects + one.objects, bytes: all.bytes + one.bytes }), none)

const lastErrorOf = ({ failed }: v.InferOutput<typeof Counted>, target: RemoteTarget | undefined) => {
  if (target && isTargetOnline(target) === false) return messages.targetNotResponding(target.endpoint)
  const [code] = Object.entries(failed.errCounts ?? {}).sort(([, one], [, other]) => other - one)
  return failed.lastHour.objects > 0 && code ? messages.targetRejectedObjects(code[0], code[1]) : undefined
}

/** Replication status of a bucket, as counted by a MinIO server. */
export const createReplicationStatus = ({ call, paths, admin }: MinioAdapterContext) => {
  const ask = async <S extends v.GenericSchema>(schema: S, bucket: string, query: Record<string, string>) => {
    const { body } = await call({ method: 'GET', path: paths.bucketPath(bucket), query })
    return parseResponse(schema, JSON.parse(body.toString()))
  }

  const resyncs = async (bucket: string) => {
    const { target } = await fallbackOn(
      ask(Resyncs, bucket, { 'replication-reset-status': '' }),
      ['AccessDenied', 'BadRequest', 'InvalidRequest'],
      {
        target: undefined,
      },
    )
    return target ?? []
  }

  return {
    /** Counters of the targets that rules name; 0 for a target that received nothing yet. */
    status: async (
      bucket: string,
      arns: readonly string[],
      targets: readonly RemoteTarget[] | undefined,
    ): Promise<ReplicationStatus> => {
      const [{ uptime, currStats, queueStats }, all] = await Promise.all([
        ask(Metrics, bucket, { 'replication-metrics': '2' }),
        resyncs(bucket),
      ])
      if (!currStats) throw new Failure(501, messages.replicationNotCounted, { code: NOT_OFFERED })
      const idle = parseResponse(Counted, {})
      return {
        uptime,
        pending: sum((queueStats.nodes ?? []).map((node) => node.queueStats.curr)),
        targets: arns.map((arn) => {
          const counted = currStats.Stats?.[arn] ?? idle
          const target = targets?.find((one) => one.arn === arn)
          const resync = all.find((one) => one.arn === arn && !NO_RESYNC.includes(one.resyncStatus))
          const error = lastErrorOf(counted, target)
          return {
            arn,
            replicated: { objects: counted.replicationCount, bytes: counted.completedReplicationSize },
            failed: counted.failed.totals,
            failedLastMinute: counted.failed.lastMinute,
            failedLastHour: counted.failed.lastHour,
            rate: Math.round(counted.currentBandwidth),
            ...(target && { online: isTargetOnline(target) }),
            ...(error && { error }),
            ...(resync && {
              resync: {
                state: resync.resyncStatus,
                started: resync.startTime,
                replicated: { objects: resync.replicationCount, bytes: resync.completedReplicationSize },
                failed: { objects: resync.failedReplicationCount, bytes: resync.failedReplicationSize },
              },
            }),
          }
        }),
      }
    },

    resync: async (bucket: string, arn: string) =>
      void (await call({ method: 'PUT', path: paths.bucketPath(bucket), query: { 'replication-reset': '', arn } })),

    /** Finds objects not replicated to a target, limited by time and number. */
    unreplicated: async (bucket: string, arn: string, signal: AbortSignal): Promise<Unreplicated> => {
      const limit = AbortSignal.timeout(SCAN_TIMEOUT)
      const stop = new AbortController()
      const result: Unreplicated = { pending: 0, failed: 0, partial: false, objects: [] }
      const end = () => {
        result.partial = true
        stop.abort()
      }
      limit.addEventListener('abort', end, { once: true })
      const call = {
        method: 'POST',
        name: 'replication/diff',
        needs: 'admin:ReplicationDiff',
        query: { bucket, arn },
        signal: AbortSignal.any([signal, stop.signal]),
      } as const
      for await (const { object, versionId, targets, rStatus, dStatus, deletemarker } of admin.follow(
        Difference,
        call,
        'ends',
      )) {
        const counters = targets?.[arn]
        const status = counters?.rStatus || counters?.drStatus || rStatus || dStatus || 'PENDING'
        if (status === 'FAILED') result.failed += 1
        else result.pending += 1
        if (result.objects.length < MAX_NAMED)
          result.objects.push({ name: object, version_id: versionId, status, deleted: deletemarker })
        if (result.pending + result.failed >= MAX_SCANNED) end()
      }
      return result
    },
  }
}
