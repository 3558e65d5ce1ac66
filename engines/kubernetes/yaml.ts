import { Document, visit } from 'yaml'
import { Failure } from '../../core/failure.ts'
import { createAbreast } from '../abreast.ts'
import { runLimited, WorkerLimitError } from './limited-worker.ts'
import { readInWorker, type YamlLimits, type YamlProblem, type YamlResult } from './yaml-worker.ts'

/** Maximum length of a text; tenants have some kilobytes. */
export const LONGEST_YAML = 64 * 1024

const limits: YamlLimits = { depth: 100, aliases: 100, json: 1024 * 1024 }

/** Time on the processor for reading a text in ms, memory in MiB, and how many texts are read at a time. */
const [TIME, MEMORY] = [500, 64]
const slots = createAbreast(2)

/** A text that is no YAML, or exceeds a limit. */
export class YamlError extends Failure {
  constructor({ message, line }: YamlProblem) {
    super(400, 'The YAML cannot be read', {
      detail: line === undefined ? message : `Line ${line}: ${message}`,
      ...(line !== undefined && { params: { line } }),
    })
  }
}

const tooMuch = new YamlError({ message: 'It takes too long to read: it is nested or repeated too much' })

/** Source code of the worker. A string, because the bundle has no separate file for it. */
const program = `async ({ yaml, text, limits }, ready) => {
  const library = await import(yaml)
  ready()
  try {
    return (${readInWorker.toString()})(library, text, limits)
  } catch (error) {
    return { problem: { message: error.message } }
  }
}`

const run = async (text: string) => {
  const task = { yaml: import.meta.resolve('yaml'), text, limits }
  try {
    return await runLimited<typeof task, YamlResult>(program, task, { time: TIME, memory: MEMORY })
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error
    throw error.excess === 'busy' ? new Failure(503, 'The console is too busy to read YAML') : tooMuch
  }
}

/**
 * Reads a YAML text as kubectl does: `0400` is 256, `yes` a boolean, `<<` merges. A worker reads it, which is ended
 * after half a second on the processor, since a text may come from anybody.
 *
 * @throws `YamlError` (400) for a text that is no YAML, has a key twice, or exceeds a limit.
 */
export const readYaml = async (text: string): Promise<unknown> => {
  if (text.length > LONGEST_YAML) throw new YamlError({ message: `A text has at most ${LONGEST_YAML / 1024} KiB` })
  const result = await slots(() => run(text))
  if ('problem' in result) throw new YamlError(result.problem)
  return JSON.parse(result.json)
}

/** Numbers in the notations of Go, which kubectl reads besides those of YAML: `0B11`, `0O17`, `1e+3_0`. */
const number = /^[-+]?(?:0[xX][\da-fA-F_]+|(?:0[oObB])?[\d_]*\d[\d_]*\.?[\d_]*(?:[eE][-+]?[\d_]+)?)$/

/**
 * Writes YAML that readers of YAML 1.1 and 1.2 read as the same value: texts such as `on` and `0o17` are quoted, or all
 * texts but keys.
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
