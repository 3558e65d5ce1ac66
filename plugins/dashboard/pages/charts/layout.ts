import type { Unit } from 'stowage/ui'

/** Kinds of widgets, named as in the former console. */
type Kind = 'singleValue' | 'simpleWidget' | 'singleRep' | 'pieChart' | 'barChart' | 'linearGraph' | 'areaGraph'

/** Presentation of a widget; `nanoseconds` and `seconds` are durations. */
export type WidgetDisplay = {
  kind: Kind
  label: string
  unit: Unit | 'nanoseconds' | 'seconds'
  /** Name of its only line, if the widget's own would be misleading. */
  line?: string
}

const rep = (label: string): WidgetDisplay => ({ kind: 'singleRep', label, unit: 'count' })
const value = (label: string, unit: WidgetDisplay['unit'] = 'count'): WidgetDisplay => ({
  kind: 'singleValue',
  label,
  unit,
})
const simple = (label: string, unit: WidgetDisplay['unit']): WidgetDisplay => ({ kind: 'simpleWidget', label, unit })
const graph = (label: string, unit: Unit): WidgetDisplay => ({ kind: 'linearGraph', label, unit })

/** Presentation of every widget by ID (console-api 4.3). */
export const displays: Readonly<Record<number, WidgetDisplay>> = {
  66: rep('Buckets'),
  44: rep('Objects'),
  53: value('Online'),
  69: value('Offline'),
  9: value('Online'),
  78: value('Offline'),
  65: value('Upload', 'bytes'),
  64: value('Download', 'bytes'),
  50: { kind: 'pieChart', label: 'Capacity', unit: 'bytes' },
  80: simple('Time since last heal activity', 'nanoseconds'),
  81: simple('Time since last scan activity', 'nanoseconds'),
  1: simple('Uptime', 'seconds'),
  68: { kind: 'areaGraph', label: 'Data usage growth', unit: 'bytes', line: 'Stored data' },
  52: { kind: 'barChart', label: 'Object size distribution', unit: 'count' },
  63: graph('Data received', 'bytesPerSecond'),
  70: graph('Data sent', 'bytesPerSecond'),
  60: graph('Requests in 4 minutes', 'decimal'),
  71: graph('Failed requests in 4 minutes', 'decimal'),
  17: graph('Traffic between servers', 'bytesPerSecond'),
  73: graph('Node input and output', 'bytesPerSecond'),
  76: graph('Memory', 'bytes'),
  77: graph('CPU, in cores', 'decimal'),
  11: graph('System calls', 'perSecond'),
  8: graph('Open files', 'count'),
  82: graph('Free inodes', 'count'),
  74: graph('Used on drives', 'bytes'),
}

/** Pairs of widgets that share a card. */
export const pairs: Readonly<Record<number, { label: string; parts: readonly [number, number] }>> = {
  500: { label: 'Servers', parts: [53, 69] },
  501: { label: 'Drives', parts: [9, 78] },
  502: { label: 'Network', parts: [65, 64] },
}

/** The tabs, each with rows of widget IDs (spec/1 section 2.6). */
export const tabs = [
  {
    id: 'usage',
    label: 'Usage',
    rows: [
      [66, 44, 500, 501],
      [50, 502],
      [80, 81, 1],
      [68, 52],
      [63, 70],
    ],
  },
  { id: 'traffic', label: 'Traffic', rows: [[60], [71, 17], [73]] },
  {
    id: 'resources',
    label: 'Resources',
    rows: [
      [76, 77],
      [11, 8],
      [82, 74],
    ],
  },
] as const satisfies readonly { id: string; label: string; rows: readonly (readonly number[])[] }[]

export type Tab = (typeof tabs)[number]['id']
