import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()

/**
 * Loaded when the first stack contains the file: Node's own flag reads all source maps at startup, and keeps them in
 * memory.
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

/** Maps a line of a stack to its source location, if there is a source map. */
const mapStackLine = (line: string): string =>
  line.replace(/(file:\/\/[^\s()]+):(\d+):(\d+)/, (frame, address: string, row: string, column: string) => {
    const file = fileURLToPath(address)
    const found = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1)
    return found && 'originalSource' in found
      ? `${resolve(file, '..', found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : frame
  })

/** Installs source maps: from now on stacks refer to source lines, in the log and on error screens. */
export const installSourceMaps = () => {
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${mapStackLine(String(site))}`)].join('\n')
}
