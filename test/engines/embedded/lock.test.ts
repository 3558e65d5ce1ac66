import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, test } from '../../lib/suite.ts'
import { startErrorOf } from './damage-files.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { silentLog } from '../../../engines/engine.ts'
import { lockFolder } from '../../../engines/lib/data-folder-lock.ts'
import { bucket, openEngine, root, signIn } from './workspace.ts'

const started: ChildProcess[] = []
process.once('exit', () => started.forEach((child) => child.kill('SIGKILL')))

/** Starts another process that opens the folder with `command`; resolves once it has. */
const holder = async (folder: string, command: readonly string[] = []) => {
  const [program = '', ...args] = [...command, process.execPath, fileURLToPath(import.meta.url)]
  const child = spawn(program, args, {
    env: { ...process.env, LOCK_FOLDER: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  await once(child.stdout, 'data')
  return child
}

/** Has the folder open until it is killed, or until its parent says so. */
const holdOpen = async (folder: string) => {
  const engine = await openEngine(folder)
  process.stdout.write('open\n')
  process.stdin.resume().once('end', () => void engine.close().then(() => process.exit()))
}

const refusal = (folder: string) => startErrorOf(openEngine(folder, root, { lockTimeout: 0 }))

const sockets = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.in-use'))

const main = () => {
  const apart = ['unshare', '--pid', '--net', '--uts', '--mount-proc', '--fork', '--kill-child']
  const canPart = spawnSync(apart[0] ?? '', [...apart.slice(1), 'true']).status === 0
  const inContainers = canPart
    ? test
    : (name: string, _run: () => Promise<void>) => test.skip(`${name} [skipped: this account may not part namespaces]`)

  inContainers(
    'a folder in use is refused to a second container, which takes over after the first is killed',
    async () => {
      const folder = temporaryFolder()
      const child = await holder(folder, apart)
      assert.match(await refusal(folder), new RegExp(`^${folder} is in use by another Stowage \\(process 1`))
      child.kill('SIGKILL')
      await once(child, 'close')
      const engine = await openEngine(folder)
      await (await signIn(engine)).buckets.add(bucket('mine'))
      await engine.close()
      assert.equal(sockets(folder), [])
    },
  )

  test('a start waits until the previous process has exited, and says so', async () => {
    const folder = temporaryFolder()
    const child = await holder(folder)
    const logged: string[] = []
    const log = { ...silentLog, warn: (_facts: object, text: string) => void (logged.push(text), child.stdin?.end()) }
    await openEngine(folder, root, { log, lockTimeout: 60_000 })
    assert.match(
      logged.join(),
      new RegExp(`waiting for another Stowage \\(process ${child.pid}\\) to leave the data folder`),
    )
  })

  test('a killed process leaves nothing that blocks the next one', async () => {
    const folder = temporaryFolder()
    for (let round = 0; round < 3; round += 1) {
      const child = await holder(folder)
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    assert.is(sockets(folder).length, 1)
    await (await openEngine(folder, root, { lockTimeout: 0 })).close()
    assert.equal(sockets(folder), [])
  })

  test('concurrent processes get the folder one after another', async () => {
    const folder = temporaryFolder()
    let inside = 0
    let most = 0
    const work = async () => {
      const lock = await lockFolder(folder, { lockTimeout: 120_000, log: silentLog })
      assert.ok(lock)
      most = Math.max(most, (inside += 1))
      await new Promise((resolve) => setTimeout(resolve, 1))
      inside -= 1
      await lock.release()
    }
    await Promise.all(Array.from({ length: 8 }, work))
    assert.is(most, 1)
  })

  test('a folder whose path is too long for a socket is locked too', async () => {
    const folder = join(temporaryFolder(), 'deep-'.repeat(40), 'data')
    const engine = await openEngine(folder)
    assert.match(await refusal(folder), /is in use by another Stowage/)
    await engine.close()
    await (await openEngine(folder, root, { lockTimeout: 0 })).close()
  })
}

if (process.env.LOCK_FOLDER) await holdOpen(process.env.LOCK_FOLDER)
else main()
