import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Load, Rate, Speed, SpeedKind } from '../contract.ts'
import { sizesUpTo } from '../backend/sizes.ts'
import type { Admin } from 'stowage/engines/minio'
import { hasCode } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const number = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

const Stats = v.optional(v.object({ throughputPerSec: number }), {})
/** Lines without a version are only keep-alives. */
const Objects = v.object({ version: text, PUTStats: Stats, GETStats: Stats })
const Drives = v.object({
  version: text,
  endpoint: text,
  string: text,
  drivePerf: v.nullish(
    v.array(v.object({ path: text, readThroughput: number, writeThroughput: number, error: text })),
    [],
  ),
})
const Network = v.object({
  nodeResults: v.nullish(v.array(v.object({ endpoint: text, tx: number, rx: number, error: text })), []),
})

/** Timeout for the response's headers, in ms; after them the server sends keep-alives. */
const DEADLINE = 120_000

type Measure = (admin: Admin, load: Load, signal: AbortSignal) => AsyncGenerator<Rate>

async function* objects(...[admin, { size, seconds, concurrent }, signal]: Parameters<Measure>): AsyncGenerator<Rate> {
  for (const bytes of sizesUpTo(size)) {
    const query = { size: bytes, duration: `${seconds}s`, concurrent }
    const call = {
      method: 'POST',
      name: 'speedtest/object',
      needs: 'admin:OBDInfo',
      query,
      signal,
      deadline: DEADLINE,
    } as const
    let last: v.InferOutput<typeof Objects> | undefined
    for await (const line of admin.follow(Objects, call, 'ends')) if (line.version) last = line
    if (signal.aborted) return
    if (!last) throw new Failure(500, messages.noTestResults, { detail: `With objects of ${bytes} bytes` })
    yield {
      of: bytes,
      server: '',
      write: last.PUTStats.throughputPerSec,
      read: last.GETStats.throughputPerSec,
      error: '',
    }
  }
}

async function* drives(...[admin, { size }, signal]: Parameters<Measure>): AsyncGenerator<Rate> {
  const query = { filesize: size * 1024 * 1024, blocksize: Math.min(size, 4) * 1024 * 1024 }
  const call = {
    method: 'POST',
    name: 'speedtest/drive',
    needs: 'admin:OBDInfo',
    query,
    signal,
    deadline: DEADLINE,
  } as const
  for await (const { version, endpoint, string: error, drivePerf } of admin.follow(Drives, call, 'ends')) {
    if (!version && !error) continue
    if (error) yield { of: endpoint, server: endpoint, write: 0, read: 0, error }
    for (const { path, writeThroughput, readThroughput, error: wrong } of drivePerf ?? [])
      yield { of: path, server: endpoint, write: writeThroughput, read: readThroughput, error: wrong }
  }
}

async function* network(...[admin, { seconds }, signal]: Parameters<Measure>): AsyncGenerator<Rate> {
  const call = {
    method: 'POST',
    name: 'speedtest/net',
    needs: 'admin:OBDInfo',
    query: { duration: `${seconds}s` },
    signal,
    deadline: DEADLINE,
  } as const
  const { nodeResults } = await admin.read(Network, call)
  for (const { endpoint, tx, rx, error } of nodeResults ?? [])
    yield { of: endpoint, server: endpoint, write: tx, read: rx, error }
}

const measures: Readonly<Record<SpeedKind, Measure>> = { object: objects, drive: drives, net: network }

const alone = new Failure(501, messages.networkTestNeedsSeveralServers)

/** Runs a speed test and yields results as they arrive (minio-server 3.19). */
export async function* measure(admin: Admin, kind: SpeedKind, load: Load, signal: AbortSignal): AsyncGenerator<Speed> {
  const rates: Rate[] = []
  try {
    for await (const rate of measures[kind](admin, load, signal)) {
      rates.push(rate)
      yield { rates: [...rates], done: false }
    }
  } catch (error) {
    if (signal.aborted) return
    throw kind === 'net' && hasCode(error, 'NotImplemented') ? alone : error
  }
  if (!signal.aborted) yield { rates, done: true }
}
