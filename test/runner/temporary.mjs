import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'

/** Larger than what all tests store at any time, in bytes. */
const ROOM = 8 * 2 ** 30

const hasRoom = () => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > ROOM
}

const name = 'stowage-run-'

const isOver = (pid) => {
  try {
    return !process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'ESRCH'
  }
}

const remove = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // a process still writes there, or a killed test left a small disk mounted there: a later run tries again
  }
}

/**
 * Folder for temporary files of a run, deleted at its end: in memory if there is enough space, because servers wait for
 * every write to reach their disk, which takes a third of their time. Folders left by killed runs are deleted.
 */
export const temporaryFolder = () => {
  if (process.env.TMPDIR || !hasRoom()) return tmpdir()
  for (const left of readdirSync(memory))
    if (left.startsWith(name) && isOver(Number(left.slice(name.length)))) remove(join(memory, left))
  const folder = join(memory, `${name}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => remove(folder))
  return folder
}
