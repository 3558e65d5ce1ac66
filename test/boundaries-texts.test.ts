import { assert, test } from './lib/suite.ts'
import { sources } from './boundaries.ts'
import { sentencesIn } from './boundaries-texts.ts'

/** Files whose long texts are commands, and no texts to translate. */
const allowed: Readonly<Record<string, string>> = {
  'plugins/logs/backend/records/schema.ts': 'SQL',
  'plugins/object-browser/pages/acts/commands.ts': 'commands of mc and aws',
}

const found = (text: string) => sentencesIn({ path: 'x.tsx', text }).length

test('a sentence is found in literals, templates and JSX, and labels and values are not', () => {
  for (const text of [
    "const text = 'It cannot be undone.'",
    'const text = `The bucket ${name} does not exist`',
    'const view = <p>Deletes the object for good.</p>',
    'const view = <Page text="A tier is a remote bucket." />',
  ])
    assert.is(found(text), 1, text)
  for (const text of [
    "const label = 'Delete Bucket'",
    "const label = 'Last 7 days'",
    "const is = error.code === 'The bucket does not exist here.'",
    "const is = text.includes('does not exist on this server')",
    "import 'a very long name of a module.'",
    "type A = 'one of the words of this type.'",
    'const view = <p>Deletes the object <b>for good</b> and all its versions.</p>',
  ])
    assert.is(found(text), 0, text)
})

test('sentences of a plugin are in its messages.ts, so that they can be read together and translated', () => {
  const files = sources().filter(
    ({ path }) => path.startsWith('plugins/') && !/\/messages\.ts$|\.css\.ts$|\.d\.ts$/.test(path),
  )
  assert.ok(files.length > 500)
  assert.equal(files.filter(({ path }) => !Object.hasOwn(allowed, path)).flatMap(sentencesIn), [])
  for (const path of Object.keys(allowed))
    assert.ok(
      files.some((file) => file.path === path),
      path,
    )
})
