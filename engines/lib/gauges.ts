import { channel } from 'node:diagnostics_channel'

/** Value of background work, in metrics as `stowage_<name>`. Values of one name differ in their labels. */
export type Gauge = { name: string; help: string; labels?: Readonly<Record<string, string>>; value: number }

const scrapes = channel('stowage:gauges')

/** Calls `read` for each scrape of the metrics; call the returned function to stop. */
export const provideGauges = (read: () => readonly Gauge[]): (() => void) => {
  const receive = (values: unknown) => void (values as Gauge[]).push(...read())
  scrapes.subscribe(receive)
  return () => void scrapes.unsubscribe(receive)
}

/** Current values of all providers of this process. */
export const readGauges = (): Gauge[] => {
  const values: Gauge[] = []
  scrapes.publish(values)
  return values
}
