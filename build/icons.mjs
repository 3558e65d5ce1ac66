import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const statements = /import \{([^}]*)\} from 'lucide-react'/g
const shared = 'icons-of-the-sidebar'

const lucide = (root) => join(createRequire(join(root, 'package.json')).resolve('lucide-react'), '../../esm')

/** Which file of lucide-react holds an icon, by each of its names. */
const filesByName = (root) => {
  const index = readFileSync(join(lucide(root), 'lucide-react.mjs'), 'utf8')
  const lines = index.matchAll(/^export \{(.*)\} from '\.\/icons\/(.*)\.mjs';$/gm)
  return new Map([...lines].flatMap(([, names, file]) => [...names.matchAll(/default as (\w+)/g)].map(([, name]) => [name, file])))
}

/** The icons that an import statement's braces hold, as written. */
const listed = (names) => names.split(',').map((name) => name.trim()).filter((name) => name && !name.startsWith('type '))

/** The icons that sources below a folder name. */
const namedBelow = (folder, holds) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
    .filter(holds)
    .flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(statements)])
    .flatMap(([, names]) => listed(names).map((icon) => icon.split(' as ')[0]))

/** The files of the icons that manifests name and core does not: what the sidebar shows, and the login page never. */
const filesOfSidebar = (root, files) => {
  const inManifests = namedBelow(join(root, 'plugins'), (path) => /^[^/]+\/plugin\.ts$/.test(path))
  const inCore = namedBelow(join(root, 'core'), (path) => /\.tsx?$/.test(path) && !path.startsWith('gallery/'))
  const core = new Set(inCore.map((name) => files.get(name)))
  return [...new Set(inManifests.map((name) => files.get(name)))].filter((file) => file && !core.has(file))
}

const variable = (file) => `icon_${file.replaceAll('-', '_')}`

/** One module with all of these icons. */
const oneModule = (root, files) => {
  const data = files.map((file) => {
    const [, object] = /^const __iconData = (\{.*?^\});$/ms.exec(readFileSync(join(lucide(root), 'icons', `${file}.mjs`), 'utf8'))
    return `export const ${variable(file)} = icon(${object})`
  })
  return [`import icon from './core/shims/lucide-icon.ts'`, ...data].join('\n')
}

/**
 * Draws icons with `core/shims/lucide-icon.ts`, and imports each from its own file: lucide's index reaches all of them, so that
 * esbuild would put the icons of every page into one chunk, which the login page loads too. The icons of the sidebar are one
 * module: whoever is signed in needs all of them, and apart each would be a chunk.
 */
export const icons = ({ root }) => ({
  name: 'icons',
  setup(build) {
    const files = filesByName(root)
    const ofSidebar = filesOfSidebar(root, files)
    const one = (icon) => {
      const [name, local = name] = icon.split(' as ')
      if (!files.has(name)) throw new Error(`lucide-react has no icon "${name}"`)
      const file = files.get(name)
      if (ofSidebar.includes(file)) return `import { ${variable(file)} as ${local} } from '${shared}'`
      return `import ${local} from 'lucide-react/icons/${file}'`
    }
    const each = (statement, names) => {
      // as many lines as before, for the source maps
      return listed(names).map(one).join(';') + '\n'.repeat(statement.split('\n').length - 1)
    }
    build.onResolve({ filter: /\/createLucideIcon\.mjs$/ }, () => ({ path: join(root, 'core/shims/lucide-icon.ts') }))
    build.onResolve({ filter: new RegExp(`^${shared}$`) }, () => ({ path: shared, namespace: shared }))
    build.onLoad({ filter: /.*/, namespace: shared }, () => ({ contents: oneModule(root, ofSidebar), resolveDir: root }))
    build.onLoad({ filter: /\/(core|plugins)\/.*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes("'lucide-react'")) return undefined
      return {
        contents: text.replace(statements, each),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
})
