import { channel } from 'node:diagnostics_channel'

/** Figures of background work, in metrics as `stowage_<name>`. */
export const gauges = {
  alerts_firing: 'Running alerts.',
  audit_queue_records: 'Audit records of the console that wait to be stored.',
  delivery_queue_messages: 'Messages that wait for webhooks of the embedded engine.',
  delivery_dropped_messages: 'Messages dropped because a queue was full, of webhooks that still exist.',
} as const
export type GaugeName = keyof typeof gauges

export type GaugeValue = { name: GaugeName; labels: Readonly<Record<string, string>>; value: number }

const scrapes = channel('stowage:gauges')

/** Calls `read` for each scrape of the metrics; call the returned function to stop. */
export const provideGauges = (read: () => readonly GaugeValue[]): (() => void) => {
  const receive = (values: unknown) => void (values as GaugeValue[]).push(...read())
  scrapes.subscribe(receive)
  return () => void scrapes.unsubscribe(receive)
}

/** Current values of all providers of this process. */
export const readGauges = (): GaugeValue[] => {
  const values: GaugeValue[] = []
  scrapes.publish(values)
  return values
}
