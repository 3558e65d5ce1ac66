import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isLicense = (file) => /^(licen[sc]e|copying|notice)/i.test(file) && !/\.(js|json|d\.ts)$/.test(file)

const textsOf = (folder) =>
  readdirSync(folder)
    .filter(isLicense)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())

/**
 * The license texts of third-party packages, as MIT, BSD and ISC require them next to the code. Packages for other
 * platforms are not installed here; their license is that of the package that depends on them.
 */
export const notices = (root, packages, title = 'Third-party code distributed with Stowage') => {
  const sections = packages
    .filter(({ path }) => existsSync(join(root, path)))
    .map(({ path, name, version, license }) => {
      const texts = textsOf(join(root, path))
      const text = texts.length > 0 ? texts.join('\n\n') : `The package has no license file. It states: ${license}`
      return `${name} ${version} (${license})\n\n${text}`
    })
  const line = '-'.repeat(80)
  return `${title}\n\n${[...new Set(sections)].join(`\n\n${line}\n\n`)}\n`
}

/** The license of the font in the browser half, which is no package. */
export const fontNotice = (root) => {
  const text = readFileSync(join(root, 'themes/fonts/OFL.txt'), 'utf8').trim()
  return `\n${'-'.repeat(80)}\n\nLato (OFL-1.1)\n\n${text}\n`
}
