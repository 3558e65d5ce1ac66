import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Which file of lucide-react holds an icon, by each of its names. */
const filesByName = (root) => {
  const index = readFileSync(createRequire(join(root, 'package.json')).resolve('lucide-react').replace('cjs/lucide-react.js', 'esm/lucide-react.mjs'), 'utf8')
  const lines = index.matchAll(/^export \{(.*)\} from '\.\/icons\/(.*)\.mjs';$/gm)
  return new Map([...lines].flatMap(([, names, file]) => [...names.matchAll(/default as (\w+)/g)].map(([, name]) => [name, file])))
}

/**
 * Draws icons with `core/shims/lucide-icon.ts`, and imports each from its own file: lucide's index reaches all of them, so that
 * esbuild would put the icons of every page into one chunk, which the login page loads too.
 */
export const icons = ({ root }) => ({
  name: 'icons',
  setup(build) {
    const files = filesByName(root)
    const one = (icon) => {
      const [name, local = name] = icon.split(' as ')
      if (!files.has(name)) throw new Error(`lucide-react has no icon "${name}"`)
      return `import ${local} from 'lucide-react/icons/${files.get(name)}'`
    }
    const each = (statement, names) => {
      const icons = names.split(',').map((name) => name.trim()).filter((name) => name && !name.startsWith('type '))
      // as many lines as before, for the source maps
      return icons.map(one).join(';') + '\n'.repeat(statement.split('\n').length - 1)
    }
    build.onResolve({ filter: /\/createLucideIcon\.mjs$/ }, () => ({ path: join(root, 'core/shims/lucide-icon.ts') }))
    build.onLoad({ filter: /\/(core|plugins)\/.*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes("'lucide-react'")) return undefined
      return {
        contents: text.replace(/import \{([^}]*)\} from 'lucide-react'/g, each),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }
    })
  },
})
