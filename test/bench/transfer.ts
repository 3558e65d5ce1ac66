import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeast, atMost } from '../lib/measure.ts'
import { startServer } from '../lib/server.ts'
import { startPlainServer } from '../lib/plain-server.ts'
import { blocks, consoleTransfers, drain, MiB, median, peakMemory, send, measureTime } from '../lib/transfer.ts'

/**
 * Compares 1 GiB in each direction with a plain stream copy, uploads also with one that syncs before it responds, as
 * the console does; then runs 64 concurrent transfers of 64 MiB on a fresh server.
 */
export const measure = async () => {
  const size = 1024 * MiB
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-'))
  const plain = await startPlainServer(folder)
  const synced = await startPlainServer(folder, 'synced')
  const server = await startServer()
  const console = await consoleTransfers(server)
  const ratios = { up: [] as number[], synced: [] as number[], down: [] as number[] }
  for (let round = 0; round < 5; round++) {
    const headers = { 'content-length': String(size) }
    const plainUp = ({ address }: { address: string }) =>
      measureTime(async () => drain(await send(address, 'PUT', headers, blocks(size)), 200))
    const [unsafe, ours, safe] = [
      await plainUp(plain),
      await measureTime(() => console.upload('large', size)),
      await plainUp(synced),
    ]
    ratios.up.push(unsafe / ours)
    ratios.synced.push(safe / ours)
    const plainDown = await measureTime(async () => drain(await send(plain.address, 'GET', {}, []), 200, size))
    ratios.down.push(plainDown / (await measureTime(() => console.download('large', size))))
  }
  await Promise.all([plain.stop(), synced.stop()])
  await server.stop()
  rmSync(folder, { recursive: true, force: true })

  const crowded = await startServer()
  const crowd = await consoleTransfers(crowded)
  const keys = Array.from({ length: 32 }, (_, n) => `object-${n}`)
  await Promise.all(keys.map((key) => crowd.upload(key, 64 * MiB)))
  await Promise.all([
    ...keys.map((key) => crowd.download(key, 64 * MiB)),
    ...keys.map((key) => crowd.upload(`${key}-again`, 64 * MiB)),
  ])
  const peak = peakMemory(crowded.pid())
  await crowded.stop()

  return [
    atLeast('upload of 1 GiB against a plain stream copy', median(ratios.up), 'ratio', 0.95),
    atLeast('upload of 1 GiB against a plain stream copy with fsync', median(ratios.synced), 'ratio', 0.95),
    atLeast('download of 1 GiB against a plain stream copy', median(ratios.down), 'ratio', 0.95),
    atMost('peak memory during 64 parallel transfers of 64 MiB', peak, 'MiB', 200),
  ]
}
