import { assert, test } from './lib/suite.ts'
import { sources } from './boundaries.ts'
import { parsedMessages } from './boundaries-messages.ts'

/** Modules with the texts of one other program each; `name.test.ts` beside other tests has its real words. */
const isTextsOfOthers = (path: string) => /(^|\/)(error-texts|valibot-texts)\.ts$/.test(path)

/** Code that reads or shortens a message that no failure of ours has. */
const allowed: Readonly<Record<string, string>> = {
  'plugins/logs/backend/records/service.ts': 'hides the token in the message of another program',
  'plugins/storage/kubernetes/direct-csi.ts': 'a condition of a drive, shown without its name',
  'plugins/tenants/kubernetes/hop/through-api.ts': 'shortens what a hostile server says',
  'server/cluster.ts': 'the first line of what a parser says of a file, for the log',
  'server/commands.ts': "Node's text about arguments, without its advice",
  'server/flags.ts': "Node's text about arguments, which alone names the argument",
}

const parsedIn = (text: string) => parsedMessages({ path: 'x.ts', text }).length

test('parsing an error message is detected, and displaying one is not', () => {
  for (const text of [
    'error.message.startsWith("Endpoint: ")',
    'error?.message?.split(": ")',
    '/granted on/.test(error.message)',
    '/^a/.exec(`${error.message} ${error.detail}`)',
    'words.test(error.detail ?? "")',
    'const f = ({ message }) => message.match(/a/)',
    'error.detail!.trim().includes("a")',
    '[error.message, error.detail].join(" ").replace(/a/, "")',
    'error.message === "Access denied"',
    '`Error ${status}` !== message',
  ])
    assert.is(parsedIn(text), 1, text)
  for (const text of [
    'new Failure(400, `${title}: ${error.message}`)',
    'error.message.length > 3',
    'error.message === other.message',
    'detail === undefined',
    'names.includes(error.field)',
    'say([error.message, error.detail].filter(Boolean).join(". "))',
  ])
    assert.is(parsedIn(text), 0, text)
})

test('no code parses error messages: code, field, missing and params carry the data', () => {
  const all = sources().filter(({ path }) => !isTextsOfOthers(path))
  const found = all.filter((source) => parsedMessages(source).length > 0)
  assert.equal(found.filter(({ path }) => !Object.hasOwn(allowed, path)).flatMap(parsedMessages), [])
  assert.equal(
    found.flatMap(({ path }) => (Object.hasOwn(allowed, path) ? path : [])).sort(),
    Object.keys(allowed).sort(),
    'each exception is still needed',
  )
})
