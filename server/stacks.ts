import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()

/**
 * Read when the first stack names the file: Node's own flag reads every map before the program begins, and keeps them.
 */
const mapOf = (file: string): SourceMap | undefined => {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))))
    } catch {
      maps.set(file, undefined)
    }
  }
  return maps.get(file)
}

/** A line of a stack, with the place in the source where there is a map of what was built from it. */
export const inSource = (line: string): string =>
  line.replace(/(file:\/\/[^\s()]+):(\d+):(\d+)/, (place, address: string, row: string, column: string) => {
    const file = fileURLToPath(address)
    const found = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1)
    return found && 'originalSource' in found
      ? `${resolve(file, '..', found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : place
  })

/** From here on the stacks of errors name the lines of the sources, in the log and on the screens that show them. */
export const nameSources = () => {
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${inSource(String(site))}`)].join('\n')
}
