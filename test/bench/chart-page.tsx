import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Canvas } from '../../ui/chart-canvas.tsx'
import { chartLines } from '../../ui/chart-series.ts'
import '../../themes/all.ts'

const times = Array.from({ length: 10_000 }, (_, index) => 1_700_000_000 + index * 15)
const lines = chartLines(
  ['a', 'b', 'c', 'd'].map((label, container) => ({
    label,
    values: times.map((_, index) => 1000 + Math.sin(index / 50 + container) * 500 + ((index * 7919) % 100)),
  })),
)
const none = new Set<string>()

const container = document.body.appendChild(document.createElement('div'))
container.style.cssText = 'height:420px;width:1000px'

/** Renders a chart again; returns the time in ms, and whether anything was rendered. */
const drawOnce = async () => {
  const root = createRoot(container)
  const started = performance.now()
  flushSync(() =>
    root.render(
      <Canvas
        lines={lines}
        times={times}
        xAxis="time"
        unit="count"
        height={420}
        hidden={none}
        onCursor={() => {}}
        handle={{ current: undefined }}
      />,
    ),
  )
  // uPlot draws at the end of the task
  await Promise.resolve()
  await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
  const took = performance.now() - started
  const canvas = container.querySelector('canvas')
  const isDrawn =
    canvas
      ?.getContext('2d')
      ?.getImageData(0, 0, canvas.width, canvas.height)
      .data.some((value) => value > 0) ?? false
  root.unmount()
  return { took, drawn: isDrawn }
}

Object.assign(window, { drawOnce })
