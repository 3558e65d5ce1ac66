import pLimit from 'p-limit'
import { Document, visit } from 'yaml'
import { Failure } from '../../core/protocol/failure.ts'
import { limitedFunction, WorkerLimitError } from './limited-worker.ts'
import { parseYamlInWorker, type YamlLimits, type YamlProblem, type YamlResult } from './yaml-worker.ts'
import { yamlTooLarge, tooBusyForYaml, yamlTakesTooLong } from './messages.ts'

/** Maximum length of a text; tenants have a few kilobytes. */
const MAX_YAML_LENGTH = 64 * 1024

const limits: YamlLimits = { depth: 100, aliases: 100, json: 1024 * 1024 }

/** CPU time per text in ms, memory in MiB, and number of texts parsed concurrently. */
const [CPU_TIME, MEMORY_LIMIT] = [500, 64]
const semaphore = pLimit(2)

/** Invalid YAML, or a text that exceeds a limit. */
export class YamlError extends Failure {
  constructor({ message, line }: YamlProblem) {
    super(400, 'The YAML cannot be read', {
      detail: line === undefined ? message : `Line ${line}: ${message}`,
      ...(line !== undefined && { params: { line } }),
    })
  }
}

const limitError = new YamlError({ message: yamlTakesTooLong })

/** Source code of the worker; a string, so that the bundle needs no separate file. */
const program = `async (yaml) => {
  const library = await import(yaml)
  // no text can affect the next one
  for (const { prototype } of [Object, Array, String, Number, Boolean, Map, Set]) Object.freeze(prototype)
  return ({ text, limits }) => {
    try {
      return (${parseYamlInWorker.toString()})(library, text, limits)
    } catch (error) {
      return { problem: { message: error.message } }
    }
  }
}`

type Task = { text: string; limits: YamlLimits }

const loadParser = async () => {
  // imported on demand, so that a build puts it into a separate file
  const { libraryAddress } = await import('./yaml-library.ts')
  return limitedFunction<string, Task, YamlResult>(program, libraryAddress, { time: CPU_TIME, memory: MEMORY_LIMIT })
}
let parser: ReturnType<typeof loadParser> | undefined

const run = async (text: string) => {
  const parse = await (parser ??= loadParser())
  try {
    return await parse({ text, limits })
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error
    throw error.excess === 'busy' ? new Failure(503, tooBusyForYaml) : limitError
  }
}

/**
 * Parses YAML like kubectl: `0400` is 256, `yes` a boolean, `<<` merges. Runs in a worker that is terminated after half
 * a second of CPU time, since the text is untrusted.
 *
 * @throws `YamlError` (400) for invalid YAML, a duplicate key, or an exceeded limit.
 */
export const readYaml = async (text: string): Promise<unknown> => {
  if (text.length > MAX_YAML_LENGTH) throw new YamlError({ message: yamlTooLarge(MAX_YAML_LENGTH / 1024) })
  const result = await semaphore(() => run(text))
  if ('problem' in result) throw new YamlError(result.problem)
  return JSON.parse(result.json)
}

/** Number formats of Go that kubectl accepts besides those of YAML: `0B11`, `0O17`, `1e+3_0`. */
const number = /^[-+]?(?:0[xX][\da-fA-F_]+|(?:0[oObB])?[\d_]*\d[\d_]*\.?[\d_]*(?:[eE][-+]?[\d_]+)?)$/

/**
 * Formats YAML so that YAML 1.1 and 1.2 parsers read the same value: quotes texts such as `on` and `0o17`, or all texts
 * except keys.
 */
export const writeYaml = (value: unknown, { quoted = 'if needed' }: { quoted?: 'if needed' | 'all' } = {}) => {
  const document = new Document(value, { compat: 'yaml-1.1' })
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && number.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({
    lineWidth: 0,
    ...(quoted === 'all' && { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }),
  })
}
