import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The process that has a data folder open: its pid, its `realm` (boot and container), and its start time `born`, since
 * pids are reused.
 */
export type Owner = { pid: number; born: string; realm: string }

const attempt = (read: () => string, otherwise: string) => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Start time of a process in clock ticks since boot; empty if the system does not provide it. */
const startTimeOf = (pid: number) =>
  attempt(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? '',
    '',
  )

export const currentOwner = (): Owner => ({
  pid: process.pid,
  born: startTimeOf(process.pid),
  realm: [
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(), hostname()),
    attempt(() => readlinkSync('/proc/self/ns/pid'), ''),
  ].join(' '),
})

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether an owner is alive. Owners of another boot or container cannot be checked and count as dead. */
export const isAlive = (owner: Owner): boolean =>
  owner.realm === currentOwner().realm && isRunning(owner.pid) && startTimeOf(owner.pid) === owner.born
