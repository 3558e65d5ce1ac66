import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dist as build } from './dist.ts'

const edit = (file: string, change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, 'utf8')))

/** Writes this project and its build with an earlier version number, to package it and upgrade from it. */
export const olderRelease = (folder: string, version: string) => {
  const [root, dist] = [join(folder, 'older'), join(folder, 'older-dist')]
  mkdirSync(root)
  const documents = readdirSync('.').filter((name) => name.endsWith('.md'))
  for (const name of ['build', 'package.json', 'package-lock.json', '.npmrc', 'LICENSE', ...documents])
    cpSync(name, join(root, name), { recursive: true })
  for (const name of ['deploy', 'docs', 'node_modules', 'themes']) symlinkSync(resolve(name), join(root, name))
  cpSync(build, dist, { recursive: true })
  const current = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
  const manifests = readdirSync(join(dist, 'plugins')).map((id) => join(dist, 'plugins', id, 'manifest.json'))
  for (const file of [join(root, 'package.json'), join(dist, 'manifest.json'), ...manifests])
    edit(file, (text) => text.replaceAll(new RegExp(`("(?:version|stowage)": ?)"${current}"`, 'g'), `$1"${version}"`))
  // the version of the project comes first; packages may have the same one
  edit(join(root, 'package-lock.json'), (text) =>
    text
      .replace(`"version": "${current}"`, `"version": "${version}"`)
      .replace(`"version": "${current}"`, `"version": "${version}"`),
  )
  return { root, dist }
}
