import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The section of a version in a changelog, without its heading.
 * @throws if there is none: a release without notes is a mistake.
 */
export const notesOf = (changelog, version) => {
  const sections = changelog.split(/^## /m)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  if (!section) throw new Error(`CHANGELOG.md has no section [${version}]; rename [Unreleased]`)
  return `${section.slice(section.indexOf('\n')).trim()}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , version = ''] = process.argv
  process.stdout.write(notesOf(readFileSync('CHANGELOG.md', 'utf8'), version))
}
