import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type TestServer, startServer } from '../lib/server.ts'
import { atMost } from '../lib/measure.ts'
import { until } from '../lib/until.ts'
import { sessionCookie } from '../lib/session-cookie.ts'

const feeds = 50
/** Half of the feeds are not read. */
const slow = 25
/** Calls per round, and the maximum number of rounds until memory has settled. */
const [calls, most] = [2000, 6]
/** Path of each call; it is long, so that its trace record is large. */
const path = `/api/v1/buckets/nowhere/objects?prefix=${'x'.repeat(1000)}`

/** Makes the console collect garbage and report its heap size on a signal. */
const reportHeap = `
  import v8 from 'node:v8'
  import vm from 'node:vm'
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    console.error('heap ' + (heapUsed + external))
  })`

/** Heap size of the console after a garbage collection, in MB. */
const heapSize = async (server: TestServer) => {
  const heapSizes = () => [...server.logs().matchAll(/^heap (\d+)$/gm)].map(([, bytes]) => Number(bytes) / 2 ** 20)
  const before = heapSizes().length
  process.kill(server.pid(), 'SIGUSR2')
  await until(() => heapSizes().length > before)
  return heapSizes().at(-1) ?? Number.NaN
}

/** Memory of the process in MB, without the page cache. */
const memory = (server: TestServer) =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/**
 * Measures peak and retained memory of a console with many open feeds, some of them unread, during traced calls,
 * compared with the same calls without feeds. Both processes warm up first, since a young process grows in any case.
 */
export const measure = async () => {
  const server = await startServer({
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportHeap)}` },
  })
  const cookie = await sessionCookie(server.url, server.root)

  /** Peak memory during one round. */
  const round = async () => {
    let peak = 0
    for (let made = 0; made < calls; made += 8) {
      await Promise.all(
        Array.from({ length: 8 }, () =>
          fetch(`${server.url}${path}`, { headers: { cookie } }).then((response) => response.text()),
        ),
      )
      peak = Math.max(peak, memory(server))
    }
    return peak
  }
  /** Repeats rounds until three in a row take no more memory than before. */
  const settled = async () => {
    let peak = 0
    for (let [made, same] = [0, 0]; made < most && same < 3; made += 1) {
      const now = await round()
      same = now > peak * 1.02 ? 0 : same + 1
      peak = Math.max(peak, now)
      if (process.env.FEEDS_DETAILS) console.log(made, now)
    }
    return { peak, heap: await heapSize(server) }
  }

  const before = await settled()
  const sockets = Array.from(
    { length: feeds },
    () =>
      new WebSocket(`${server.url.replace('http', 'ws')}/ws/trace?calls=all`, {
        headers: { cookie, origin: server.url },
      }),
  )
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))))
  for (const socket of sockets.slice(0, slow)) socket.pause()
  const after = await settled()
  if (process.env.FEEDS_DETAILS) console.log(before, after)
  for (const socket of sockets) socket.terminate()
  await pause(100)
  await server.stop()
  const what = `${feeds} open feeds, ${slow} of them unread`
  return [
    atMost(`memory of ${what}`, after.heap - before.heap, 'MB', 60),
    atMost(`additional peak memory of a busy console with ${what}`, after.peak - before.peak, 'MB', 60),
  ]
}
