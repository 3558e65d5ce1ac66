import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const postgresFolders = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`)
  : []
const ofGo = join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin')
const folders = [...(process.env.PATH ?? '').split(delimiter), ofGo, '/usr/sbin', '/usr/local/sbin', ...postgresFolders]

/** Where a program of this machine is; its name where there is none. */
export const find = (program: string) =>
  folders.map((folder) => join(folder, program)).find((file) => existsSync(file)) ?? program

/** Whether this machine has all of these programs. */
export const has = (...programs: string[]) => programs.every((program) => existsSync(find(program)))

/** Returns a function that checks whether a process listens on a loopback port. */
export const listening = (port: number) => () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

/** A folder for the data of a service, and how it goes away. */
export const folderFor = (name: string) => mkdtempSync(join(tmpdir(), `stowage-${name}-`))
export const away = (folder: string) => rmSync(folder, { recursive: true, force: true })
