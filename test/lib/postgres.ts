import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startProgram } from '../../testing/process.ts'
import { removeFolder, programPath, hasPrograms } from './programs.ts'
import { isPresent } from '../runner/components.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this machine has PostgreSQL. */
export const hasPostgres = isPresent('postgresql', hasPrograms('initdb', 'postgres', 'psql'))

/** Reason that a test run prints when it skips a suite that needs PostgreSQL. */
export const noPostgres = "no PostgreSQL: there is no `initdb` on PATH or in Debian's folder of it"

/**
 * Starts a PostgreSQL on loopback whose only user, `me`, has this password; `sql` returns the result of a statement as
 * text. It can be stopped and started again.
 */
export const startPostgres = async (secret: string) => {
  const [port, folder] = [await freePort(), temporaryFolder('postgres')]
  // it does not run as root
  const by =
    process.getuid?.() === 0 ? [programPath('setpriv'), '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const as = (program: string, ...args: string[]): [string, string[]] => {
    const [first = program, ...rest] = [...by, programPath(program), ...args]
    return [first, rest]
  }
  const file = join(folder, 'secret')
  writeFileSync(file, secret)
  for (const path of [folder, file]) if (by.length > 0) execFileSync('chown', ['postgres', path])
  const data = join(folder, 'data')
  execFileSync(...as('initdb', '-D', data, '-U', 'me', '--auth=scram-sha-256', `--pwfile=${file}`, '--no-sync'), {
    stdio: 'ignore',
    cwd: folder,
  })
  const [program, args] = as(
    'postgres',
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'fsync=off',
  )
  const sql = async (database: string, text: string) => {
    const env = { ...process.env, PGPASSWORD: secret }
    return (
      await promisify(execFile)(
        programPath('psql'),
        ['-h', '127.0.0.1', '-p', String(port), '-U', 'me', '-d', database, '-At', '-c', text],
        { env },
      )
    ).stdout
  }
  const start = () =>
    startProgram(program, args, {
      env: {},
      name: 'postgres',
      isReady: async () => (await sql('postgres', 'select 1')).startsWith('1'),
    })
  let running = await start()
  return {
    port,
    sql,
    /** URL of a database. */
    url: (database: string) => `postgres://me:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`,
    pause: () => running.stop('SIGINT'),
    resume: async () => {
      running = await start()
    },
    stop: async () => {
      await running.stop('SIGINT')
      removeFolder(folder)
    },
  }
}
