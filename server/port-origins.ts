import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { Failure } from '../core/protocol/failure.ts'
import { createFolder } from '../engines/lib/create-folder.ts'
import { StartError } from '../engines/start-error.ts'
import { type Origins, portsOf, type TenantPorts } from './origins.ts'
import {
  allTenantPortsAssigned,
  extendTenantPorts,
  tenantPortsFileInvalid,
  tenantPortsFileNotWritten,
} from './messages.ts'

const Assignments = v.object({ version: v.literal(1), ports: v.record(v.pipe(v.string(), v.digits()), v.string()) })

const readAssignments = (file: string): Map<number, string> => {
  try {
    const { ports } = v.parse(Assignments, JSON.parse(readFileSync(file, 'utf8')))
    return new Map(Object.entries(ports).map(([port, path]) => [Number(port), path]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw new StartError(tenantPortsFileInvalid(file))
  }
}

const writeAssignments = (file: string, assignments: ReadonlyMap<number, string>) => {
  const folder = dirname(file)
  createFolder(folder)
  const text = JSON.stringify({ version: 1, ports: Object.fromEntries(assignments) })
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Origins that differ by port only. A tenant keeps its port forever: pages, stored data and caches of its console stay
 * in browsers, and would share the origin of the port's next tenant.
 */
export const createPortOrigins = (ports: TenantPorts, folder: string): Origins => {
  const file = join(folder, 'tenant-ports.json')
  const assignments = readAssignments(file)
  const range = portsOf(ports)
  const urlOf = (port: number) => new URL(`${ports.scheme}://${ports.hostname}:${port}`)
  const portAt = new Map(range.map((port) => [urlOf(port).host, port]))

  const assign = (path: string) => {
    const free = range.find((port) => !assignments.has(port))
    if (free === undefined) throw new Failure(503, allTenantPortsAssigned(range.length), { detail: extendTenantPorts })
    try {
      writeAssignments(file, new Map([...assignments, [free, path]]))
    } catch (error) {
      throw new Failure(500, tenantPortsFileNotWritten, { detail: (error as Error).message })
    }
    assignments.set(free, path)
    return free
  }

  return {
    ports,
    all: `${ports.scheme}://${ports.hostname}:*`,
    of: (path) => urlOf(range.find((port) => assignments.get(port) === path) ?? assign(path)).origin,
    has: (host = '', path) => {
      const port = portAt.get(host.toLowerCase())
      return port !== undefined && (path === undefined || assignments.get(port) === path)
    },
  }
}
