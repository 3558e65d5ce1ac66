import * as v from 'valibot'
import { Failure, formatGoDuration } from 'stowage'
import type { DiagnosticBackend } from '../backend.ts'
import { parts, type Report } from '../contract.ts'
import { type MinioAdapterContext, accessDenied, reauthorizeStream } from 'stowage/server'
import { measure } from './speed.ts'
import { hasCode } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

/** A partial report; each line contains more than the one before. */
const Line = v.looseObject({ timestamp: v.optional(v.string(), ''), sys: v.optional(v.looseObject({}), {}) })

/** All system parts of a report, by query parameter (minio-server 3.19). */
const systemParts = [
  'minioinfo',
  'minioconfig',
  'syscpu',
  'sysdrivehw',
  'sysosinfo',
  'sysmem',
  'sysnet',
  'sysprocess',
  'syserrors',
  'sysservices',
  'sysconfig',
]

const Addressed = v.array(v.looseObject({ addr: v.optional(v.string(), '') }))

/** Number of servers that have answered, per part. */
const reachedOf = ({ sys }: v.InferOutput<typeof Line>) =>
  Object.fromEntries(
    parts.flatMap(({ id }) => {
      const list = v.safeParse(Addressed, sys[id])
      return list.success ? [[id, new Set(list.output.map(({ addr }) => addr)).size]] : []
    }),
  )

/** Time to wait for the report beyond the servers' own deadline, in s. */
const GRACE_SECONDS = 30

/** Diagnostics of a MinIO server (minio-server 3.19). */
export default (caller: MinioAdapterContext): DiagnosticBackend => {
  const { admin, client, keys } = caller
  const assertAllowed = () => caller.assertGranted('admin:OBDInfo')

  const report = async function* (seconds: number, signal: AbortSignal): AsyncGenerator<Report> {
    const timeout = AbortSignal.timeout((seconds + GRACE_SECONDS) * 1000)
    const query = {
      deadline: formatGoDuration(seconds * 1e9),
      ...Object.fromEntries(systemParts.map((name) => [name, 'true'])),
    }
    const call = {
      method: 'GET',
      name: 'healthinfo',
      needs: 'admin:OBDInfo',
      query,
      signal: AbortSignal.any([signal, timeout]),
      deadline: seconds * 1000,
    } as const
    let last: v.InferOutput<typeof Line> | undefined
    for await (const line of admin.follow(Line, call, 'ends')) {
      if (!line.timestamp) continue
      last = line
      yield { timestamp: line.timestamp, reached: reachedOf(line) }
    }
    if (signal.aborted) return
    if (timeout.aborted || !last) throw new Failure(504, messages.reportNotFinishedInTime)
    yield last
  }

  return {
    report: async function* (seconds, signal) {
      await assertAllowed()
      yield* reauthorizeStream(assertAllowed, (until) => report(seconds, until), signal)
    },
    speed: async function* (kind, load, signal) {
      await assertAllowed()
      yield* reauthorizeStream(assertAllowed, (until) => measure(admin, kind, load, until), signal)
    },
    profile: async (type, seconds, signal) => {
      const query = { profilerType: type, duration: `${seconds}s` }
      const call = {
        method: 'POST',
        path: '/minio/admin/v3/profile',
        query,
        signal,
        deadline: (seconds + GRACE_SECONDS) * 1000,
      } as const
      const { body } = await client.stream(call, keys).catch((error: unknown) => {
        throw hasCode(error, 'AccessDenied') ? accessDenied('admin:Profiling') : error
      })
      return { name: `profile-${type}.zip`, body }
    },
  }
}
