import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { onDisk, openHistory } from '../../plugins/dashboard/backend/history/history.ts'
import { createFileMedium, createMemoryMedium } from '../../plugins/dashboard/backend/history/medium.ts'
import { sizeOf } from '../../plugins/dashboard/backend/history/ring.ts'
import { readMetrics } from '../../plugins/dashboard/backend/history/prometheus-text.ts'
import { rules } from '../../plugins/dashboard/backend/widget-table.ts'
import { signInTab, hasChromium, launch } from '../lib/browser.ts'
import { openBuiltPage } from '../lib/built-page.ts'
import { atMost, medianTime } from '../lib/measure.ts'
import { startServer } from '../lib/server.ts'

const WEEK = 7 * 86_400
const NOW = 1_767_225_600
const apis = Array.from({ length: 20 }, (_, index) => `api-${index}`)

/** Writes a history file of one week: 20 series, counters of calls among them. */
const fill = async (path: string) => {
  const medium = createMemoryMedium(sizeOf(onDisk))
  const history = await openHistory(medium, rules)
  for (let time = NOW - WEEK; time <= NOW; time += 15) {
    const samples = [
      { name: 'minio_cluster_usage_total_bytes', labels: {}, value: time },
      ...apis.map((api, index) => ({
        name: 'minio_s3_requests_total',
        labels: { api },
        value: (time - NOW + WEEK) * (index + 1),
      })),
    ]
    await history.note({ at: time * 1000, samples })
  }
  writeFileSync(path, await medium.read(0, sizeOf(onDisk)))
}

const ofHistory = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  try {
    const path = join(folder, 'history')
    await fill(path)
    const started = performance.now()
    const history = await openHistory(await createFileMedium(path), rules)
    const opened = performance.now() - started
    const load = (step: number) => async () => {
      const series = await history.read(
        { id: 'requests', as: 'increase' },
        { start: NOW - WEEK + step, end: NOW, step },
      )
      if (series.length !== apis.length || series.some(({ points }) => points.length < WEEK / step - 2))
        throw new Error('The history was not loaded')
    }
    const [coarse, fine] = [await medianTime(9, load(Math.floor(WEEK / 60))), await medianTime(3, load(900))]
    await history.close()
    return [
      atMost('a week of 20 series from the history, in 60 points', coarse, 'ms', 50),
      atMost('a week of 20 series from the history, in 672 points', fine, 'ms', 250),
      atMost('opening a history of a week', opened, 'ms', 1000),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ofText = async () => {
  let text = ''
  for (let line = 0; text.length < 5_000_000; line += 1)
    text += `minio_bucket_usage_total_bytes{bucket="bucket-${line}",server="server-${line % 16}.example:9000"} ${line}\n`
  await readMetrics(text.slice(0, 100_000))
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  await pause(50)
  lag.reset()
  await readMetrics(text)
  await pause(10)
  lag.disable()
  return [atMost('longest block of the event loop by a metrics text of 5 MB', lag.max / 1e6, 'ms', 20)]
}

declare const drawOnce: () => Promise<{ took: number; drawn: boolean }>

const ofChart = async () => {
  const { page, close } = await openBuiltPage('test/bench/chart-page.tsx')
  await page.waitForFunction('window.drawOnce')
  const draws = await page.evaluate(async () => {
    const all = []
    for (let run = 0; run < 8; run += 1) all.push(await drawOnce())
    return all
  })
  await close()
  if (draws.some(({ drawn }) => !drawn)) throw new Error('The chart drew nothing')
  const times = draws
    .slice(1)
    .map(({ took }) => took)
    .sort((a, b) => a - b)
  return [atMost('chart of 4 lines with 10,000 points each', times[3] ?? Number.NaN, 'ms', 60)]
}

const ofWidgets = async () => {
  const server = await startServer()
  const browser = await launch()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    await signInTab(page, server)
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('tab', { name: 'Usage' }).waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const times: number[] = []
    for (let run = 0; run < 5; run += 1) {
      await page.goto(`${server.url}/dashboard`)
      await page.getByRole('tab', { name: 'Usage' }).waitFor()
      times.push(
        await page.evaluate(async () => {
          const started = performance.now()
          ;[...document.querySelectorAll<HTMLElement>('[role=tab]')]
            .find((tab) => tab.textContent === 'Usage')
            ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
          for (;;) {
            await new Promise(requestAnimationFrame)
            const cards = document.querySelectorAll('main section[aria-busy]')
            const busy = document.querySelectorAll('main section[aria-busy=true], main [role=progressbar]')
            if (cards.length >= 12 && busy.length === 0) return performance.now() - started
          }
        }),
      )
    }
    return [
      atMost('13 widgets ready at 4 times CPU slowdown', times.sort((a, b) => a - b)[2] ?? Number.NaN, 'ms', 1500),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Measures the dashboard's charts: the history, parsing its source text, rendering, and all of them together. */
export const measure = async () => [
  ...(await ofText()),
  ...(await ofHistory()),
  ...(hasChromium ? [...(await ofChart()), ...(await ofWidgets())] : []),
]
