import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, test } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { type AuditRow, rowOf } from '../backend/records/record.ts'
import { openAuditStore } from '../backend/records/lmdb.ts'
import { silentLog } from '../../../engines/engine.ts'

const ROUNDS = 20

const openIn = (folder: string) => openAuditStore(folder, { limits: { days: 36_500, bytes: 1e9 }, log: silentLog })

const rowsOf = (round: number, batch: number) =>
  Array.from(
    { length: 1 + ((batch * 37) % 300) },
    (_, index) =>
      rowOf({
        time: new Date(1e12 + round * 1e6 + batch).toISOString(),
        requestID: `${round}.${batch}.${index}`,
        api: {},
      }) as AuditRow,
  )

/** Body of the process to kill: stores records forever, and reports each acknowledged batch. */
const takeForever = async (folder: string, round: number) => {
  const store = openIn(folder)
  for (let batch = 0; ; batch += 1) {
    await store.append(rowsOf(round, batch))
    process.send?.({ round, batch })
  }
}

const main = () => {
  test('after twenty kills during writes every acknowledged record exists exactly once', async () => {
    const folder = join(temporaryFolder('audit-crash'), 'audit')
    const acknowledged: { round: number; batch: number }[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const child = fork(fileURLToPath(import.meta.url), {
        env: { ...process.env, AUDIT_FOLDER: folder, AUDIT_ROUND: String(round) },
      })
      const enough = new Promise<void>((resolve) => {
        child.on('message', (message: { round: number; batch: number }) => {
          acknowledged.push(message)
          if (message.batch > 2 + round / 2) resolve()
        })
      })
      await enough
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const store = openIn(folder)
    const { rows } = await store.search({ patterns: [], order: 'timeAsc', size: 1e6 }, 60_000)
    await store.close()
    const storedIds = new Set(rows.map(({ request_id }) => request_id))
    assert.is(storedIds.size, rows.length)
    for (const { round, batch } of acknowledged)
      for (const { request_id } of rowsOf(round, batch))
        assert.ok(storedIds.has(request_id), `${request_id} is missing`)
  })
}

const { AUDIT_FOLDER: folder, AUDIT_ROUND: round } = process.env
if (folder) void takeForever(folder, Number(round))
else main()
