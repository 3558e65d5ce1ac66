import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram, goFolder } from '../../testing/process.ts'

const postgresFolders = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  : []
const folders = [goFolder, '/usr/sbin', '/usr/local/sbin', ...postgresFolders]

/** Folder with the programs of a server that `.ci/run` installs for tests. */
export const cachedPrograms = (server: string) => join(homedir(), '.cache', 'stowage-tests', server, 'bin')

/** Path of a program on this machine; its name if there is none. */
export const programPath = (program: string) => findProgram([program], folders) ?? program

/** Whether this machine has all of these programs. */
export const hasPrograms = (...programs: string[]) => programs.every((program) => findProgram([program], folders))

/** Returns a function that checks whether a process listens on a loopback port. */
export const isListening = (port: number) => () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })
