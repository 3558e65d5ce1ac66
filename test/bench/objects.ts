import { atLeast } from '../lib/measure.ts'
import type { TestServer } from '../lib/server.ts'
import { onBothEngines } from './on-both-engines.ts'
import { consoleTransfers, MiB, median, measureTime } from '../lib/transfer.ts'

const [FILES, SIZE, ROUNDS] = [1000, 1024 * MiB, 5]

/** Runs both one after the other several times. Returns how many times faster the second one is, as a median. */
const against = async (plain: () => Promise<void>, other: () => Promise<void>) => {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await measureTime(plain)
    ratios.push(first / (await measureTime(other)))
  }
  return median(ratios)
}

const through = async (engine: string, server: Pick<TestServer, 'url' | 'root'>) => {
  const console = await consoleTransfers(server)
  const parts = await against(
    () => console.upload('whole', SIZE),
    () => console.uploadInParts('in-parts', SIZE),
  )
  for (let at = 0; at < FILES; at += 10)
    await Promise.all(Array.from({ length: 10 }, (_, next) => console.upload(`many/file-${at + next}`, MiB)))
  const zip = await against(
    () => console.download('whole', SIZE),
    () => console.zip('many/'),
  )
  return [
    atLeast(`multipart upload of 1 GiB against a single upload on ${engine}`, parts, 'ratio', 1),
    atLeast(`zip of ${FILES.toLocaleString('en')} objects of 1 MiB against a download on ${engine}`, zip, 'ratio', 0.6),
  ]
}

/** Compares multipart uploads and zips with plain transfers of the same size, on each available engine. */
export const measure = () => onBothEngines(through)
