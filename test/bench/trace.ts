import { WebSocketServer } from 'ws'
import { hasChromium } from '../lib/browser.ts'
import { openBuiltPage } from '../lib/built-page.ts'
import { atLeast, atMost } from '../lib/measure.ts'

const rate = 10_000
const seconds = 5

const call = (number: number) =>
  JSON.stringify({
    host: 'node-1:9000',
    time: new Date().toISOString(),
    client: '10.20.0.17',
    callStats: { rx: 93, tx: number, duration: '1.234567ms', timeToFirstByte: '1.1ms' },
    api: 's3.GetObject',
    path: `/ml-training-sets/imagenet/2026/object-${number}.bin`,
    query: '',
    statusCode: number % 50 ? 200 : 404,
    statusMsg: number % 50 ? 'OK' : 'Not Found',
  })

/** Measures frames of the trace page while calls arrive at full speed, in batches like those of the server. */
export const measure = async () => {
  if (!hasChromium) return []
  let sent = 0
  const { page, close } = await openBuiltPage('test/bench/trace-page.tsx', (server) => {
    new WebSocketServer({ server }).on('connection', (socket) => {
      const started = performance.now()
      const timer = setInterval(() => {
        const lines: string[] = []
        for (const due = ((performance.now() - started) / 1000) * rate; sent < due; sent++) lines.push(call(sent))
        socket.send(lines.join('\n'))
      }, 50)
      socket.on('close', () => clearInterval(timer))
    })
  })
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('/ml-training-sets/').first().waitFor()
  // until the table has its maximum number of rows
  await page.waitForTimeout(3000)
  const before = sent
  const gaps = await page.evaluate(async (ms) => {
    const times: number[] = []
    await new Promise<void>((resolve) => {
      const started = performance.now()
      const frame = (now: number) => {
        times.push(now)
        if (now - started > ms) resolve()
        else requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
    return times.slice(1).map((time, index) => time - (times[index] ?? 0))
  }, seconds * 1000)
  const received = (sent - before) / seconds
  await close()
  const ordered = [...gaps].sort((a, b) => a - b)
  return [
    atLeast('rows per second on the trace page', received, 'rows/s', rate * 0.9),
    atLeast(
      'frames per second of the trace page',
      (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0),
      'fps',
      55,
    ),
    atMost(
      '95th percentile of the frame time of the trace page',
      ordered[Math.floor(ordered.length * 0.95)] ?? Number.NaN,
      'ms',
      34,
    ),
  ]
}
