import { Failure } from '../../core/protocol/failure.ts'
import { tenantConfigCharacters } from './messages.ts'

const lineOf = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/

/** Parses a `config.env` (operator 2.4): skips blank lines and comments, removes one pair of matching quotes. */
export const readConfigEnv = (text: string): Map<string, string> => {
  const variables = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, raw = ''] = lineOf.exec(line) ?? []
    if (name) variables.set(name, raw.trim().replace(/^(["'])(.*)\1$/, '$2'))
  }
  return variables
}

/**
 * Formats one line of a `config.env`. Throws `Failure` 400 with `field` for a value that would be parsed differently.
 */
const configEnvLine = (name: string, value: string, field: string) => {
  if (/[\0\r\n"]/.test(value)) throw new Failure(400, tenantConfigCharacters(field), { field })
  return `export ${name}="${value}"`
}

/**
 * Formats a `config.env`, sorted by name, so that equal settings give equal texts. Throws `Failure` 400 naming the
 * variable.
 */
export const writeConfigEnv = (settings: ReadonlyMap<string, string>) =>
  [...settings]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${configEnvLine(name, value, name)}\n`)
    .join('')

/** Sets one variable, once, and leaves the rest of the text unchanged. */
export const withConfigEnv = (text: string, name: string, value: string, field: string): string => {
  const line = configEnvLine(name, value, field)
  const lines = text.split('\n')
  const isSet = (one: string) => lineOf.exec(one)?.[1] === name
  // of several lines the last one is in effect
  const at = lines.findLastIndex(isSet)
  if (at < 0) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
  return lines.flatMap((one, index) => (index === at ? line : isSet(one) ? [] : one)).join('\n')
}
