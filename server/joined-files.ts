import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './compress.ts'
import type { Installed } from './installed-plugins.ts'
import { sessionScript } from './session-script.ts'

/** A file that the server generates at startup, by its path below the console. */
export type JoinedFile = {
  path: string
  type: string
  etag: string
  immutable: true
  encodings: readonly Encoding[]
  read(encoding: Encoding): Promise<Buffer>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const joinedFile = (name: string, extension: string, type: string, text: string): JoinedFile => {
  const bytes = Buffer.from(text)
  const encoded = new Map<Encoding, Promise<Buffer>>()
  const encode = async (encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'br') return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    return encoding === 'gz' ? promisify(gzip)(bytes, { level: 9 }) : bytes
  }
  return {
    path: `assets/${name}-${hashOf(text)}.${extension}`,
    type,
    etag: hashOf(text),
    immutable: true,
    encodings: ['br', 'gz', 'identity'],
    read: (encoding) => {
      const made = encoded.get(encoding) ?? encode(encoding)
      encoded.set(encoding, made)
      return made
    },
  }
}

/** The script that a session loads: the browser manifests of the plugins. */
export const joinScripts = (plugins: readonly Installed[]): JoinedFile => {
  const manifests = plugins.flatMap(({ id, manifest }) =>
    manifest?.browser ? [{ id, browser: manifest.browser }] : [],
  )
  return joinedFile('session', 'js', 'text/javascript; charset=utf-8', sessionScript(manifests))
}

/** The style sheet that a session loads: the core's rules, then those of the plugins. */
export const joinStyles = (core: string, plugins: readonly Installed[]): JoinedFile => {
  const rules = [core, ...plugins.map(({ manifest }) => manifest?.style ?? '')]
  const text = rules.map((one) => one.replace(/\n?\/\*# sourceMappingURL=.*\*\/\s*$/, '')).join('\n')
  return joinedFile('console', 'css', 'text/css; charset=utf-8', text)
}

/** Hashes of the scripts of added plugins by path, which a browser verifies (`integrity` of an import map). */
export const integrityOf = async (plugins: readonly Installed[]): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {}
  for (const { folder, manifest, origin } of plugins) {
    if (origin !== 'added') continue
    for (const path of Object.keys(manifest?.files ?? {}).filter((path) => path.endsWith('.js'))) {
      const bytes = await readFile(join(folder, 'public', path))
      hashes[path] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    }
  }
  return hashes
}
