import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StartError } from '../engines/start-error.ts'
import { filesBelow, limits } from './plugin-lock.ts'
import {
  archiveWithoutPlugin,
  archiveTooLarge,
  archiveHasTooManyFiles,
  archivePathOutside,
  archiveEntryNotFile,
} from './messages.ts'

/** Files of a plugin by path, with slashes. */
export type PluginFiles = Map<string, Buffer>

const BLOCK = 512

const textOf = (bytes: Buffer) => {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}

/** Whether a path stays below the folder that it is unpacked into, on every system. */
export const isInside = (path: string) =>
  path.length <= 300 &&
  !/[\\:\u0000-\u001f]|^\/|\/\//.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** The path that a pax header gives to the next entry. */
const paxPath = (body: Buffer) => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body.toString('utf8'))?.[1]

/** Reads a tar archive with files and folders only. Throws `StartError` for links, outside paths and large archives. */
export const readTar = (bytes: Buffer): PluginFiles => {
  const files: PluginFiles = new Map()
  let named: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK)
    if (header.every((byte) => byte === 0)) break
    const size = Number.parseInt(textOf(header.subarray(124, 136)).trim() || '0', 8)
    const body = bytes.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isSafeInteger(size) || body.length !== size) throw new StartError('The archive is incomplete')
    const prefix = textOf(header.subarray(257, 262)) === 'ustar' ? textOf(header.subarray(345, 500)) : ''
    const path = (named ?? [prefix, textOf(header.subarray(0, 100))].filter(Boolean).join('/')).replace(/^\.\//, '')
    const type = String.fromCharCode(header[156] ?? 0)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'x') {
      named = paxPath(body)
      continue
    }
    named = undefined
    if (type === 'g' || type === '5') continue
    if (type !== '0' && type !== '\0') throw new StartError(archiveEntryNotFile(path))
    if (!isInside(path)) throw new StartError(archivePathOutside(path))
    files.set(path, body)
    if (files.size > limits.files) throw new StartError(archiveHasTooManyFiles(limits.files))
  }
  return files
}

const readArchive = async (path: string): Promise<PluginFiles> => {
  const bytes = await readFile(path)
  if (bytes.length > limits.bytes) throw new StartError(archiveTooLarge(path, limits.bytes / 1024 / 1024))
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return readTar(bytes)
  const plain = await promisify(gunzip)(bytes, { maxOutputLength: limits.bytes }).catch((error: Error) => {
    throw new StartError(`${path} cannot be unpacked: ${error.message}`)
  })
  return readTar(plain)
}

const readFolder = async (folder: string): Promise<PluginFiles> => {
  const files: PluginFiles = new Map()
  for (const path of await filesBelow(folder)) files.set(path, await readFile(join(folder, path)))
  return files
}

/** Folders in which a source folder or a package may have the build. */
const folders = ['', 'dist/', 'package/dist/', 'package/']

/**
 * Reads a built plugin from a folder, or from an archive made by `tar` or `npm pack`. Throws `StartError` if there is
 * none.
 */
export const readBuiltPlugin = async (path: string, isFolder: boolean): Promise<PluginFiles> => {
  const files = isFolder ? await readBuild(path) : await readArchive(path)
  const folder = folders.find((folder) => files.has(`${folder}manifest.json`))
  if (folder === undefined) throw new StartError(archiveWithoutPlugin(path))
  return new Map(
    [...files].flatMap(([name, bytes]) => (name.startsWith(folder) ? [[name.slice(folder.length), bytes]] : [])),
  )
}

/** Reads the build in a folder of sources without the sources, which may have `node_modules` next to them. */
const readBuild = async (folder: string): Promise<PluginFiles> => {
  const has = (path: string) =>
    readFile(path).then(
      () => true,
      () => false,
    )
  if (await has(join(folder, 'manifest.json'))) return readFolder(folder)
  return (await has(join(folder, 'dist/manifest.json'))) ? readFolder(join(folder, 'dist')) : new Map()
}
