import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cached } from './compression-cache.mjs'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
}
const compressed = new Set(['.html', '.js', '.mjs', '.css', '.svg'])

const hash = (bytes) => createHash('sha256').update(bytes).digest('base64url').slice(0, 16)

const brotli = cached('brotli-11', (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }),
)

const describe = (path, bytes) => ({
  size: bytes.length,
  type: types[extname(path)] ?? 'application/octet-stream',
  etag: hash(bytes),
  immutable: path.startsWith('assets/'),
})

/**
 * Describes the browser files for the manifest and compresses text files over 512 bytes. Compressed variants of the
 * previous build in `out` are reused, because a hashed name always has the same content. Returns `{ files, variants }`:
 * the manifest entries, and the `.br` and `.gz` files to write.
 */
export const compress = async (contents, out) => {
  const variants = new Map()
  const before = readManifest(out)?.files ?? {}
  const isReusable = ({ etag, immutable }, path) =>
    immutable &&
    before[path]?.br &&
    before[path].etag === etag &&
    variantsOf(path, before[path]).every((variant) => existsSync(join(out, 'public', variant)))
  const described = [...contents].map(async ([path, bytes]) => {
    const file = describe(path, bytes)
    if (bytes.length <= 512 || !compressed.has(extname(path))) return [path, file]
    if (isReusable(file, path)) return [path, { ...file, br: before[path].br, gz: before[path].gz }]
    const [br, gz] = await Promise.all([brotli(bytes), promisify(gzip)(bytes, { level: 9 })])
    variants.set(`${path}.br`, br).set(`${path}.gz`, gz)
    return [path, { ...file, br: br.length, gz: gz.length }]
  })
  return { files: Object.fromEntries(await Promise.all(described)), variants }
}

/** Describes the browser files without compressing them: a development build is only read locally. */
export const plain = (contents) => ({
  files: Object.fromEntries([...contents].map(([path, bytes]) => [path, describe(path, bytes)])),
  variants: new Map(),
})

/** Manifest of a folder; `undefined` if it is missing or unreadable. */
export const readManifest = (out) => {
  try {
    return JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  } catch {
    return undefined
  }
}

const write = (path, bytes) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, bytes)
  renameSync(`${path}.new`, path)
}

const variantsOf = (path, file) => [path, ...(file.br ? [`${path}.br`] : []), ...(file.gz ? [`${path}.gz`] : [])]

/**
 * Writes a build into its folder, the manifest last, so a server that reads it finds every file it lists. Assets of the
 * previous build are kept for one more build, so tabs that are still open find their chunks. The manifest's timestamp
 * is the time the build started, so an edit during the build counts as newer.
 */
export const publish = (out, { contents, variants, server, manifest, started }) => {
  const old = Object.entries(readManifest(out)?.files ?? {}).filter(
    ([path, file]) => file.immutable && !manifest.files[path],
  )
  const replaced = old.some(([, file]) => !file.previous)
  const dropped = old.filter(([, file]) => replaced && file.previous)
  const retained = old
    .filter((entry) => !dropped.includes(entry))
    .map(([path, file]) => [path, { ...file, previous: true }])
  const files = { ...manifest.files, ...Object.fromEntries(retained) }

  for (const [path, bytes] of [...contents, ...variants]) {
    const target = join(out, 'public', path)
    if (!path.startsWith('assets/') || !existsSync(target)) write(target, bytes)
  }
  for (const [path, bytes] of server) write(join(out, 'server', path), bytes)
  const serverFolder = join(out, 'server')
  for (const name of existsSync(serverFolder) ? readdirSync(serverFolder, { recursive: true }) : []) {
    if (/\.(mjs|map)$/.test(name) && !server.has(name)) rmSync(join(out, 'server', name))
  }
  const written = join(out, 'manifest.json.new')
  writeFileSync(written, JSON.stringify({ ...manifest, files }))
  utimesSync(written, started, started)
  renameSync(written, join(out, 'manifest.json'))

  for (const [path, file] of dropped) {
    for (const variant of variantsOf(path, file)) rmSync(join(out, 'public', variant), { force: true })
  }
}
