import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

const branchedOff = () => {
  try {
    return git('merge-base', 'HEAD', 'main')[0]
  } catch {
    return 'HEAD'
  }
}

/**
 * Files that differ from the point where this branch left `main`, committed or not; if there are none, those of the
 * last commit.
 */
export const changedFiles = () => {
  const files = [...git('diff', '--name-only', branchedOff()), ...git('ls-files', '--others', '--exclude-standard')]
  return new Set(files.length > 0 ? files : git('diff', '--name-only', 'HEAD~1'))
}

/** Prefixes of a plugin's addresses, of its pages and calls, from its contract. */
const addressesOf = (id) => {
  const contract = `plugins/${id}/contract.ts`
  const text = existsSync(contract) ? readFileSync(contract, 'utf8') : ''
  return new Set([...text.matchAll(/'((?:\/api\/v1)?\/[a-z-]+)/g)].map(([, address]) => address))
}

/** Whether a test with these input files runs the built app. */
export const usesBuild = (inputs) => inputs.some((path) => ['test/lib/dist.ts', 'testing/console.ts'].includes(path))

/**
 * Whether a change may affect a test: it is built from a changed file, or it runs the built app and the change is in
 * the app. A change of a plugin only affects tests of the built app that name one of its addresses.
 */
export const isTouched = (file, inputs, changed) => {
  if (inputs.some((input) => changed.has(input))) return true
  if (!usesBuild(inputs)) return false
  const sources = [...changed].filter(
    (path) =>
      /^(build|core|engines|entry|index\.html|package|plugins|server|themes|ui)/.test(path) &&
      !/^plugins\/[^/]+\/test\//.test(path),
  )
  const text = readFileSync(file, 'utf8')
  return sources.some((path) => {
    const [, id] = /^plugins\/([^/]+)\//.exec(path) ?? []
    return id === undefined || [...addressesOf(id)].some((address) => text.includes(address))
  })
}
