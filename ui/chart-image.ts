import type uPlot from 'uplot'
import type { ChartEvent, ChartLine } from './chart-series.ts'
import { themeToken } from './chart-options.ts'

/** Renders the chart on the panel's color, below its title and legend, as an image. */
export const renderImage = (plot: uPlot, title: string, lines: readonly ChartLine[]) => {
  const drawn = plot.ctx.canvas
  const scale = drawn.width / Math.max(1, drawn.clientWidth)
  const [head, gap] = [52 * scale, 12 * scale]
  const canvas = Object.assign(document.createElement('canvas'), {
    width: drawn.width + 2 * gap,
    height: drawn.height + head + gap,
  })
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = themeToken('--surface-panel')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = themeToken('--text-default')
  context.font = `${13 * scale}px ${themeToken('--font-sans')}`
  context.fillText(title, gap, 20 * scale)
  context.font = `${11 * scale}px ${themeToken('--font-sans')}`
  let left = gap
  for (const { label, color } of lines) {
    context.fillStyle = themeToken(`--chart-${color}`)
    context.fillRect(left, 34 * scale, 10 * scale, 3 * scale)
    context.fillStyle = themeToken('--text-muted')
    context.fillText(label, left + 14 * scale, 39 * scale)
    left += 30 * scale + context.measureText(label).width
  }
  context.drawImage(drawn, gap, head)
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const tones = { plain: '--text-muted', warning: '--warning-solid', danger: '--danger-solid' } as const

/** Draws a dashed line with a mark for each event: a triangle for alerts, a square for anything else. */
export const drawEvents = ({ ctx, bbox, valToPos }: uPlot, events: readonly ChartEvent[]) => {
  const scale = window.devicePixelRatio
  ctx.save()
  for (const { at, tone } of events) {
    const x = valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    const size = 4 * scale
    ctx.strokeStyle = ctx.fillStyle = themeToken(tones[tone])
    ctx.lineWidth = scale
    ctx.setLineDash([3 * scale, 3 * scale])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    if (tone === 'plain') ctx.rect(x - size, bbox.top, 2 * size, 2 * size)
    else {
      ctx.moveTo(x, bbox.top)
      ctx.lineTo(x + size, bbox.top + 2 * size)
      ctx.lineTo(x - size, bbox.top + 2 * size)
    }
    ctx.fill()
  }
  ctx.restore()
}
