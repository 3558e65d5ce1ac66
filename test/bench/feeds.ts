import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startServer } from '../lib/server.ts'
import { atMost } from '../lib/measure.ts'

const feeds = 50
/** Half of them read nothing. */
const slow = 25
const seconds = 10
/** What each call asks for, so that its row is long. */
const path = `/api/v1/buckets/nowhere/objects?prefix=${'x'.repeat(1000)}`

const memory = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** What a console holds more of memory with many feeds open, some of whose followers read nothing, while calls are traced. */
export const measure = async () => {
  const server = await startServer()
  const login = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(server.root),
  })
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
  const load = async (until: number) => {
    while (performance.now() < until) await Promise.all(Array.from({ length: 8 }, () => fetch(`${server.url}${path}`, { headers: { cookie } }).then((answer) => answer.text())))
  }
  await load(performance.now() + seconds * 1000)
  const before = memory(server.pid())
  const sockets = Array.from({ length: feeds }, () => new WebSocket(`${server.url.replace('http', 'ws')}/ws/trace?calls=all`, { headers: { cookie, origin: server.url } }))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))))
  for (const socket of sockets.slice(0, slow)) socket.pause()
  await load(performance.now() + seconds * 1000)
  const after = memory(server.pid())
  for (const socket of sockets) socket.terminate()
  await pause(100)
  await server.stop()
  return [atMost(`memory of ${feeds} open feeds, ${slow} of them not read`, after - before, 'MB', 60)]
}
