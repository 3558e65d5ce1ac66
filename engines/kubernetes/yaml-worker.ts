import type * as Yaml from 'yaml'

/** A problem in a YAML text. Lines count from 1; `undefined` if the problem concerns the whole text. */
export type YamlProblem = { message: string; line?: number }
/** The value as JSON with all aliases expanded, so that its size is known. */
export type YamlResult = { json: string } | { problem: YamlProblem }

/** Limits: nesting depth, number of aliases, and length of the value as JSON. */
export type YamlLimits = { depth: number; aliases: number; json: number }

/**
 * Parses YAML like the API server and kubectl: YAML 1.1 without dates, sexagesimal numbers and binary, but with `0o17`.
 * Its source runs in a worker, so it must only refer to its parameters.
 */
export const parseYamlInWorker = (
  { LineCounter, isMap, isScalar, parseDocument, visit }: typeof Yaml,
  text: string,
  limits: YamlLimits,
): YamlResult => {
  const lines = new LineCounter()
  const problemAt = (message: string, position: number | undefined) => ({
    problem: { message, ...(position !== undefined && { line: lines.linePos(position).line }) },
  })
  const octal: Yaml.ScalarTag = {
    identify: () => false,
    default: true,
    tag: 'tag:yaml.org,2002:int',
    test: /^[-+]?0o[0-7_]+$/,
    resolve: (source) => Number(source.replace(/^[-+]|_/g, '')) * (source.startsWith('-') ? -1 : 1),
  }
  const unsupportedTags = /:(timestamp|binary|set|omap|pairs)$/
  const isSupported = (tag: Yaml.Tags[number]) =>
    typeof tag === 'string' || (!('format' in tag && tag.format === 'TIME') && !unsupportedTags.test(tag.tag))
  const document = parseDocument(text, {
    version: '1.1',
    merge: true,
    // the library compares every pair of keys
    uniqueKeys: false,
    // otherwise the text is quoted for each error
    prettyErrors: false,
    // reports further documents as an error
    logLevel: 'error',
    lineCounter: lines,
    customTags: (tags) => [octal, ...tags.filter(isSupported)],
  })
  const [error] = document.errors
  if (error?.code === 'MULTIPLE_DOCS')
    return problemAt('Only one document can be saved: remove this line and the next documents', error.pos[0])
  if (error) return problemAt(error.message, error.pos[0])
  // a merge key is a symbol
  const name = ({ source, value }: Yaml.Scalar) => (typeof value === 'symbol' ? (source ?? '') : String(value))
  const state: { found?: YamlResult } = {}
  visit(document, {
    Node: (_, node, path) => {
      if (path.length > limits.depth) state.found = problemAt(`More than ${limits.depth} levels`, node.range?.[0])
      if (isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value))
        state.found = problemAt('A number must be finite', node.range?.[0])
      if (isMap(node)) {
        const names = new Set<string>()
        for (const { key } of node.items) {
          const position = (key as Yaml.Node | null)?.range?.[0]
          if (!isScalar(key)) state.found ??= problemAt('A key must be a plain string', position)
          else if (names.has(name(key))) state.found ??= problemAt(`"${name(key)}" is a duplicate key`, position)
          else names.add(name(key))
        }
      }
      return state.found ? visit.BREAK : undefined
    },
  })
  if (state.found) return state.found
  const json = JSON.stringify(document.toJS({ maxAliasCount: limits.aliases }) ?? null)
  return json.length > limits.json ? { problem: { message: 'Its aliases repeat too much' } } : { json }
}
