import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import type { Variable } from '../../../core/protocol/variables.ts'
import { StartError } from '../../../engines/start-error.ts'
import { readConfig } from '../../../server/config.ts'
import { ignoredVariables, secretNames, variableNames } from '../../../server/environment.ts'
import { options } from '../../../server/commands.ts'
import { readFlags } from '../../../server/flags.ts'
import { plugins } from '../../lib/plugins-of-server.ts'
import { codesOf, readDocument, readDocuments, rowsOf, sectionOf } from '../../lib/documents.ts'
import { usage } from '../../../server/messages.ts'

const test = suite('docs/configuration.md')
const document = readDocument('docs/configuration.md')
const variables = rowsOf(sectionOf(document, 'Variables')).map(([name = '', defaultValue = '', meaning = '']) => ({
  name: codesOf(name).join(),
  defaultValue,
  meaning,
}))

/** Variables of plugins by name; plugins may share one. */
const ofPlugins = new Map<string, Variable>(
  plugins
    .flatMap(({ config = {} }) => Object.values(config))
    .filter(({ name }) => name.startsWith('CONSOLE_'))
    .map((variable) => [variable.name, variable]),
)
const secrets = [...secretNames, ...[...ofPlugins.values()].flatMap(({ name, isSecret }) => (isSecret ? name : []))]

test('the tables list exactly the variables that the console and its plugins read', () => {
  assert.equal(variables.map(({ name }) => name).sort(), [...variableNames, ...ofPlugins.keys()].sort())
})

test('messages name only variables that exist', () => {
  const messages = ['core', 'engines', 'plugins', 'server', 'ui'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|\/)messages\.ts$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const names = new Set(messages.flatMap((text) => text.match(/\bCONSOLE_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []))
  assert.ok(names.size > 30)
  const variables = new Set<string>([...variableNames, ...ofPlugins.keys()])
  assert.equal(
    [...names].filter((name) => !variables.has(name)),
    [],
  )
})

/** The row of a plugin's variable in the table, from its declaration. */
const rowOf = (variable: Variable) => {
  const { name, unset = 'none', help } = variable
  return `| \`${name}\` | ${variable.default === undefined ? unset : `\`${variable.default}\``} | ${help} |`
}

test('variables of plugins are documented as they are declared', () => {
  assert.equal(
    [...ofPlugins.values()].map(rowOf).filter((row) => !document.text.includes(`\n${row}\n`)),
    [],
  )
})

test('every variable has a meaning', () => {
  for (const { name, meaning } of variables) assert.match(meaning, /^.+\.$/, name)
})

/** Environments in which a default can have an effect: one for each engine, with what else a variable depends on. */
const environments: readonly NodeJS.ProcessEnv[] = [
  {},
  {
    CONSOLE_MINIO_SERVER: 'http://127.0.0.1:9000',
    CONSOLE_IDP_URL: 'http://127.0.0.1:8080',
    CONSOLE_IDP_CLIENT_ID: 'console',
    CONSOLE_IDP_CALLBACK: 'http://127.0.0.1:9090/oauth_callback',
  },
  { CONSOLE_OPERATOR_MODE: 'demo' },
]

/** Configuration for an environment as text, or the error with which the console refuses to start. */
const configOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    return JSON.stringify(readConfig(readFlags([]), environment), null, 2)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

const withDefault = variables.flatMap(({ name, defaultValue }) => {
  const value = /^`([^`]+)`$/.exec(defaultValue)?.[1]
  return value === undefined ? [] : [{ name, value }]
})

test('setting a variable to its documented default changes nothing', () => {
  const own = withDefault.filter(({ name }) => !ofPlugins.has(name))
  assert.ok(own.length > 12)
  for (const { name, value } of own)
    for (const environment of environments) {
      if (name in environment) continue
      assert.fixture(configOf({ ...environment, [name]: value }), configOf(environment), `${name}=${value}`)
    }
})

test('the table of flags matches --help, with the variables', () => {
  const flags = rowsOf(sectionOf(document, 'Flags')).map(([flag = '', name = '']) => [codesOf(flag), codesOf(name)])
  const consoleUsage = usage.slice(usage.indexOf('\n\n'), usage.indexOf('Flags of doctor'))
  assert.equal(flags.flatMap(([flag = []]) => flag).sort(), consoleUsage.match(/--[a-z-]+/g)?.sort())
  for (const [flag = [], name = []] of flags)
    if (name.length > 0) assert.match(usage, new RegExp(`${flag[0]} .*\\(${name[0]}[;)]`))
})

test('--help lists exactly the flags of the commands', () => {
  const commandUsage = usage.slice(usage.indexOf('Flags of doctor'))
  const listed = new Set(commandUsage.match(/(?<=--)[a-z][a-z-]+/g))
  assert.equal([...listed].sort(), Object.keys(options).sort())
})

test('the list of secrets names exactly the variables that can be read from files', () => {
  const lines = sectionOf(document, 'Secrets in files').split('\n')
  const listed = codesOf(lines.filter((line) => line.startsWith('- ')).join('\n')).sort()
  assert.equal(listed, secrets.sort())
})

test('the table of ignored variables is complete', () => {
  const listed = rowsOf(sectionOf(document, 'Variables without effect')).map(([name = '']) => codesOf(name).join())
  assert.equal(listed.sort(), Object.keys(ignoredVariables).sort())
})

test('no document names a variable that does not exist', () => {
  const all = new Set<string>([
    ...variableNames,
    ...ofPlugins.keys(),
    ...secrets.map((name) => `${name}_FILE`),
    ...Object.keys(ignoredVariables),
  ])
  const unknown = readDocuments().flatMap(({ path, text }) =>
    (text.match(/\bCONSOLE_(?!TEST_)[A-Z0-9_]*[A-Z0-9]\b/g) ?? [])
      .filter((name) => !all.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.equal(unknown, [])
})
