import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A name that an entry point exports, and where it is declared. */
export type Exported = { name: string; file: string; declared: string }

/** Exports of an entry point. */
export const exportsOf = (entry: string): Exported[] => {
  const text = readFileSync(entry, 'utf8')
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean)
      .map((name) => {
        const [declared = name, exported = name] = name.split(' as ')
        return { name: exported, file: join(dirname(entry), from), declared }
      }),
  )
}

/** A declaration with the docstring before it, and its parameters if it is a function. */
const declarationOf = ({ declared, file }: Exported) => {
  const text = readFileSync(file, 'utf8')
  const at = text.search(
    new RegExp(`^export (?:declare )?(?:async )?(?:const|function\\*?|class|type|interface) ${declared}\\b`, 'm'),
  )
  // a destructured value has its docstring at the destructuring
  if (at < 0) return undefined
  const [signature = ''] = text.slice(at).split(/=>|\n\}|\) \{/)
  return { hasDocstring: text.slice(0, at).endsWith('*/\n'), signature }
}

/** Exported names without a docstring. */
export const undocumented = (exported: readonly Exported[]): string[] =>
  exported.filter((one) => declarationOf(one)?.hasDocstring === false).map(({ name, file }) => `${file}: ${name}`)

/** Parameters that only a context has: a function with one belongs to the context. */
const engineInternals = /:\s*(?:Pick<|Omit<)?(?:Index|Store|KeyLocation|Client|Admin|Caller|S3Caller|Secrets)\b/

/** Exported functions that need an engine's internals. */
export const needsContext = (exported: readonly Exported[]): string[] =>
  exported
    .filter((one) => /^export (?:const|(?:async )?function)/.test(declarationOf(one)?.signature ?? ''))
    .filter((one) => engineInternals.test(declarationOf(one)?.signature ?? ''))
    .map(({ name, file }) => `${file}: ${name}`)

/** Exported names that no plugin imports. */
export const unusedNames = (exported: readonly Exported[], entry: string): string[] => {
  const files = ['plugins', 'examples/plugins'].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules')),
  )
  const imports = (path: string) => [...readFileSync(path, 'utf8').matchAll(/\{([^{}]*)\} from '([^']+)'/g)]
  const imported = new Set(
    files
      .flatMap(imports)
      .filter(([, , from]) => from === entry)
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().replace(/^type | as .*$/g, ''))),
  )
  return exported.map(({ name }) => name).filter((name) => !imported.has(name))
}
