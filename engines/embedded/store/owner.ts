import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which process has a data folder open: its number, in which `realm`, and when it was `born`, since numbers return. */
export type Owner = { pid: number; born: string; realm: string }

const attempt = (read: () => string, otherwise: string) => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** When a process began, in clock ticks since the machine did; empty where the system does not tell. */
const born = (pid: number) =>
  attempt(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? '',
    '',
  )

/** This process. */
export const thisOwner = (): Owner => ({
  pid: process.pid,
  born: born(process.pid),
  realm: [
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(), hostname()),
    attempt(() => readlinkSync('/proc/self/ns/pid'), ''),
  ].join(' '),
})

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether an owner is still there; one of another boot or container cannot be seen and counts as gone. */
export const isAlive = (owner: Owner): boolean =>
  owner.realm === thisOwner().realm && runs(owner.pid) && born(owner.pid) === owner.born
