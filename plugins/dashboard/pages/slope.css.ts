import { pageStyle, smallText, vars } from 'stowage/theme'

export const figure = pageStyle({ margin: `${vars.space[4]} 0 0` })

export const drawing = pageStyle({
  display: 'block',
  width: '100%',
  height: `calc(3 * ${vars.size.row})`,
  overflow: 'visible',
})

const stroke = { fill: 'none', strokeWidth: vars.size.line, vectorEffect: 'non-scaling-stroke' } as const

export const line = pageStyle({ ...stroke, stroke: vars.chart[1] })
export const forecastLine = pageStyle({ ...stroke, stroke: vars.chart[1], strokeDasharray: '4 4' })
export const limit = pageStyle({ ...stroke, stroke: vars.danger.solid })

export const usageArea = pageStyle({ fill: vars.chart[1], fillOpacity: vars.chart.fill })
export const fan = pageStyle({ fill: vars.chart[1], fillOpacity: vars.chart.fill })

export const ends = pageStyle({
  display: 'flex',
  justifyContent: 'space-between',
  marginTop: vars.space[2],
  ...smallText(12, 'faint'),
})
