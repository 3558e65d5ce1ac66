import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { publishedLock, publishedPackage } from './production.mjs'

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/**
 * Copies a build: the files of its manifest, without assets that only open tabs of the previous build need, and without
 * source maps of the browser half.
 */
const copyBuild = (dist, to) => {
  copyOutput(dist, to)
  const plugins = join(dist, 'plugins')
  for (const id of existsSync(plugins) ? readdirSync(plugins) : [])
    copyOutput(join(plugins, id), join(to, 'plugins', id))
  // needed to build plugins outside of this repository
  for (const name of ['entry', 'types'])
    if (existsSync(join(dist, name))) cpSync(join(dist, name), join(to, name), { recursive: true })
  chmodSync(join(to, 'server/main.mjs'), 0o755)
}

/** Copies one folder of the build: that of the console, or of a plugin. */
const copyOutput = (dist, to) => {
  mkdirSync(to, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  const files = Object.entries(manifest.files).filter(([path, { previous }]) => !previous && !path.endsWith('.map'))
  for (const [path, { br, gz }] of files) {
    for (const variant of [path, ...(br ? [`${path}.br`] : []), ...(gz ? [`${path}.gz`] : [])]) {
      mkdirSync(dirname(join(to, 'public', variant)), { recursive: true })
      cpSync(join(dist, 'public', variant), join(to, 'public', variant))
    }
  }
  if (existsSync(join(dist, 'server'))) cpSync(join(dist, 'server'), join(to, 'server'), { recursive: true })
  writeFileSync(join(to, 'manifest.json'), JSON.stringify({ ...manifest, files: Object.fromEntries(files) }))
}

/** Paths of the documents that every package contains: README and what it links to, without pictures and decisions. */
export const documents = (root) => [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Writes the folder that `npm pack` takes, and that archives add production packages to. */
export const stage = ({ root, dist, to, thirdParty }) => {
  const published = publishedPackage(root)
  mkdirSync(to, { recursive: true })
  copyBuild(dist, join(to, 'dist'))
  const others = (published.files ?? []).filter((file) => basename(file) !== 'dist' && existsSync(join(root, file)))
  for (const file of [...others, ...documents(root), 'LICENSE'])
    cpSync(join(root, file), join(to, file), { recursive: true })
  const files = [
    ...new Set([
      ...(published.files ?? []),
      ...documents(root).map((file) => file.split('/')[0]),
      'THIRD-PARTY-LICENSES.txt',
      'npm-shrinkwrap.json',
    ]),
  ]
  writeFileSync(join(to, 'package.json'), json({ ...published, files }))
  writeFileSync(join(to, 'npm-shrinkwrap.json'), json(publishedLock(root)))
  writeFileSync(join(to, 'THIRD-PARTY-LICENSES.txt'), thirdParty)
}

/** Sets the timestamp and permissions of everything below a folder, independently of this machine's umask. */
export const normalize = (path, epoch) => {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  if (stat.isDirectory()) for (const name of readdirSync(path)) normalize(join(path, name), epoch)
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  utimesSync(path, epoch, epoch)
}
