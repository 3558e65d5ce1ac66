import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Paths below `root` of the packages whose code is in bundles, for license notices. `inputs` are those of esbuild. */
export const packagesIn = (root, inputs) => {
  const paths = inputs.map(
    // paths with a namespace are generated modules
    (input) => /^(?![\w-]+:).*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, join(root, input)))?.[0],
  )
  return [...new Set(paths.filter(Boolean))].sort()
}

export const describePackages = (root, paths) =>
  paths.flatMap((path) => {
    const file = join(root, path, 'package.json')
    if (!existsSync(file)) return []
    const { name, version, license = 'no license' } = JSON.parse(readFileSync(file, 'utf8'))
    return [{ path, name, version, license }]
  })
